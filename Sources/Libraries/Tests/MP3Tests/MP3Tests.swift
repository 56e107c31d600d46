import MP3
import Speech
import Testing

@Suite(.timeLimit(.minutes(1))) struct MP3Tests {
    /// A WAV of so many seconds of a tone.
    private func tone(seconds: Double, channels: Int = 1, rate: Int = 22_050) -> [UInt8] {
        let count = Int(seconds * Double(rate))
        var samples: [UInt8] = []
        for index in 0..<count {
            let sample = Int16(12_000 * (index * 440 * 2 / rate % 2 == 0 ? 1 : -1))
            for _ in 0..<channels {
                samples += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
        }
        func little(_ number: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(1, 2)
            + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4) + little(channels * 2, 2)
            + little(16, 2) + Array("data".utf8) + little(samples.count, 4) + samples
    }

    /// How long an MP3 is by its frames, each of which begins with eleven set bits.
    private func seconds(_ bytes: [UInt8]) throws -> Double {
        let (rates, bitrates) = (
            [22_050, 24_000, 16_000], [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        )
        var (place, samples) = (0, 0.0)
        while place + 4 <= bytes.count {
            // MPEG 2, layer III.
            try #require(bytes[place] == 0xFF && bytes[place + 1] & 0xFE == 0xF2, "no frame at \(place)")
            let rate = rates[Int(bytes[place + 2] >> 2 & 3)]
            let padding = Int(bytes[place + 2] >> 1 & 1)
            samples += 576 / Double(rate)
            place += 72 * bitrates[Int(bytes[place + 2] >> 4)] * 1_000 / rate + padding
        }
        return samples
    }

    @Test(arguments: [1, 2]) func `a sound is as long as it was, and far smaller`(channels: Int) throws {
        let wav = tone(seconds: 10, channels: channels)
        let mp3 = try MP3.bytes(ofWAV: wav)
        #expect(try abs(seconds(mp3) - 10) < 0.2)
        #expect(mp3.count < wav.count / 6)
        #expect(try MP3.bytes(ofWAV: wav) == mp3)
    }

    @Test func `speech is packed`() async throws {
        let sound = try await SpeechSounds().sound(of: "Buenos días, esto es Arganzuela.", in: "es")
        let mp3 = try MP3.bytes(ofWAV: sound.wav)
        let length = Double(sound.duration.components.seconds) + Double(sound.duration.components.attoseconds) / 1e18
        #expect(try abs(seconds(mp3) - length) < 0.2)
    }

    @Test func `what is no sound is refused`() {
        var wav = tone(seconds: 0.1)
        for bytes in [[], Array("RIFF".utf8), Array(wav.prefix(43))] {
            #expect(throws: MP3.Problem.noWAV) { try MP3.bytes(ofWAV: bytes) }
        }
        wav[34] = 8
        #expect(throws: MP3.Problem.noWAV) { try MP3.bytes(ofWAV: wav) }
    }
}
