internal import CLame

/// Packs sounds as MP3.
public enum MP3 {
    /// Why a sound can't be packed.
    public enum Problem: Error, Equatable {
        /// It is no WAV with one or two channels of 16-bit samples.
        case noWAV
        case notEncoded
    }

    /// The bytes of an MP3 with the sound of a WAV; the same sound makes the same bytes.
    ///
    /// - Parameter kilobits: How many it has a second, such as 48 for speech.
    public static func bytes(ofWAV wav: [UInt8], kilobits: Int = 48) throws(Problem) -> [UInt8] {
        let sound = try Samples(wav)
        guard let encoder = unsafe lame_init() else { throw .notEncoded }
        defer { unsafe lame_close(encoder) }
        unsafe lame_set_in_samplerate(encoder, CInt(sound.rate))
        unsafe lame_set_num_channels(encoder, CInt(sound.channels))
        unsafe lame_set_mode(encoder, sound.channels == 1 ? MONO : JOINT_STEREO)
        unsafe lame_set_brate(encoder, CInt(kilobits))
        unsafe lame_set_bWriteVbrTag(encoder, 0)
        guard unsafe lame_init_params(encoder) >= 0 else { throw .notEncoded }
        let perChannel = sound.samples.count / sound.channels
        // What lame asks for at most, for the samples and for what it holds back.
        var bytes = [UInt8](repeating: 0, count: perChannel * 5 / 4 + 7_200 * 2)
        var samples = sound.samples
        let (room, isMono) = (CInt(bytes.count), sound.channels == 1)
        let written = unsafe samples.withUnsafeMutableBufferPointer { samples in
            unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                unsafe isMono
                    ? lame_encode_buffer(
                        encoder, samples.baseAddress, samples.baseAddress, CInt(perChannel), bytes.baseAddress, room)
                    : lame_encode_buffer_interleaved(
                        encoder, samples.baseAddress, CInt(perChannel), bytes.baseAddress, room)
            }
        }
        guard written >= 0 else { throw .notEncoded }
        let rest = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe lame_encode_flush(encoder, bytes.baseAddress.map { unsafe $0 + Int(written) }, room - written)
        }
        guard rest >= 0 else { throw .notEncoded }
        return Array(bytes.prefix(Int(written + rest)))
    }
}

/// The samples of a WAV.
private struct Samples {
    let rate: Int
    let channels: Int
    let samples: [Int16]

    init(_ wav: [UInt8]) throws(MP3.Problem) {
        func number(_ place: Int, _ bytes: Int) -> Int {
            wav[place..<place + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func has(_ word: String, at place: Int) -> Bool { wav[min(place, wav.count)...].starts(with: word.utf8) }
        guard wav.count >= 44, has("RIFF", at: 0), has("WAVEfmt ", at: 8), number(16, 4) >= 16,
            number(20, 2) == 1, 1...2 ~= number(22, 2), 8_000...48_000 ~= number(24, 4), number(34, 2) == 16
        else { throw .noWAV }
        (channels, rate) = (number(22, 2), number(24, 4))
        // Other chunks may come before the samples.
        var place = 20 + number(16, 4)
        while place + 8 <= wav.count, !has("data", at: place) { place += 8 + number(place + 4, 4) }
        guard place + 8 <= wav.count else { throw .noWAV }
        let end = min(wav.count, place + 8 + number(place + 4, 4))
        let frame = 2 * channels
        let count = (end - place - 8) / frame * channels
        let start = place + 8
        samples = (0..<count).map {
            Int16(truncatingIfNeeded: Int(wav[start + 2 * $0]) | Int(wav[start + 2 * $0 + 1]) << 8)
        }
    }
}
