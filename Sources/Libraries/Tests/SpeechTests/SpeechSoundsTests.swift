import FeatureKit
import Glibc
import Testing

@testable import Speech

/// Sounds by the real espeak-ng, and programs that misbehave in its place.
@Suite(.timeLimit(.minutes(1))) struct SpeechSoundsTests {
    /// An executable script in place of espeak-ng, which ends with the test.
    private final class Script {
        let path: String

        init(_ body: String) throws {
            path = "/tmp/flagstand-speech-\(UInt64.random(in: 0 ... .max)).sh"
            let bytes = Array("#!/bin/sh\n\(body)\n".utf8)
            let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
            let count = unsafe write(file, bytes, bytes.count)
            close(file)
            try #require(count == bytes.count)
        }

        deinit { unsafe unlink(path) }
    }

    @Test func aTextBecomesAWAVFileOnce() async throws {
        let sounds = SpeechSounds()
        let short = try await sounds.sound(of: "Hola", in: "es-ES")
        let long = try await sounds.sound(of: "En 200 metros, gire a la derecha, por favor.", in: "es")
        let wav = short.wav
        #expect(wav.prefix(4) == Array("RIFF".utf8)[...] && wav[8..<12] == Array("WAVE".utf8)[...])
        let size = wav[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(size == wav.count - 44)
        // 22,050 samples of two bytes a second.
        #expect(short.duration == .seconds(size) / 44_100)
        #expect(.milliseconds(200) ... .seconds(2) ~= short.duration && .seconds(2) ... .seconds(6) ~= long.duration)
        #expect(try await sounds.sound(of: "Hola", in: "es") == short)
        #expect(try await sounds.sound(of: "Hola", in: "en").wav != wav)
        let fast = SpeechSounds(voices: ["es": Voice(name: "es", rate: 400)])
        #expect(
            try await fast.sound(of: "En 200 metros, gire a la derecha, por favor.", in: "ca").duration < long.duration)
    }

    @Test func aTextIsNeverAnOptionOrMarkup() async throws {
        let sounds = SpeechSounds()
        let file = "/tmp/flagstand-speech-\(UInt64.random(in: 0 ... .max))"
        for text in ["--version", "-w \(file)", "[[h@'loU]]", "<voice name=\"en\">a</voice>", "a\u{0}\u{7}b"] {
            #expect(try await sounds.sound(of: text, in: "en").duration > .milliseconds(100), "\(text)")
        }
        #expect(unsafe access(file, F_OK) != 0)
        for text in ["", "\u{7}", String(repeating: "x", count: 8_001)] {
            await #expect(throws: SpeechProblem.text) { try await sounds.sound(of: text, in: "es") }
        }
        let odd = SpeechSounds(voices: ["es": Voice(name: "--version"), "en": Voice(name: "../x")])
        for language in ["es", "en"] {
            await #expect(throws: SpeechProblem.voice) { try await odd.sound(of: "a", in: language) }
        }
    }

    @Test func aProgramThatHangsOrFailsIsEnded() async throws {
        let hanging = try Script("sleep 1000 & echo $$ $! > $0.pids; wait")
        defer { unsafe unlink("\(hanging.path).pids") }
        let limit = Duration.seconds(1)
        await #expect(throws: SpeechProblem.timeLimit(limit)) {
            try await SpeechSounds(timeLimit: limit, program: hanging.path).sound(of: "a", in: "es")
        }
        for process in try processes(of: hanging) { await ended(process) }
        let failing = try Script("exit 3")
        await #expect(throws: SpeechProblem.failed(status: 3 << 8)) {
            try await SpeechSounds(program: failing.path).sound(of: "a", in: "es")
        }
        let silent = try Script("cat")
        await #expect(throws: SpeechProblem.noSound) {
            try await SpeechSounds(program: silent.path).sound(of: "a", in: "es")
        }
        let endless = try Script("exec cat /dev/zero")
        await #expect(throws: SpeechProblem.failed(status: 1 << 8)) {
            try await SpeechSounds(program: endless.path).sound(of: "a", in: "es")
        }
        await #expect(throws: SpeechProblem.notStarted(ENOENT)) {
            try await SpeechSounds(program: "/nowhere").sound(of: "a", in: "es")
        }
    }

    @Test func cancellingEndsTheProgram() async throws {
        let hanging = try Script("sleep 1000 & echo $$ $! > $0.new; mv $0.new $0.pids; wait")
        defer { unsafe unlink("\(hanging.path).pids") }
        let sounds = SpeechSounds(timeLimit: .seconds(1_000), program: hanging.path)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: CancellationError.self) { try await sounds.sound(of: "a", in: "es") }
            }
            while unsafe access("\(hanging.path).pids", R_OK) != 0 { await Task.yield() }
            group.cancelAll()
        }
        for process in try processes(of: hanging) { await ended(process) }
    }

    @Test func twoRunAtOnceAndTooManyAreRefused() async throws {
        let hanging = try Script("exec sleep 1000")
        let sounds = SpeechSounds(mostWaiting: 1, timeLimit: .seconds(1_000), program: hanging.path)
        await withTaskGroup(of: (any Error)?.self) { group in
            for number in 1...4 {
                group.addTask {
                    await #expect(throws: (any Error).self) { try await sounds.sound(of: "\(number)", in: "es") }
                }
            }
            // Two run and one waits, none of which ends by itself.
            let first = await group.next() ?? nil
            #expect((first as? RouteError)?.code == "unavailable")
            group.cancelAll()
            for await error in group { #expect(error is CancellationError) }
        }
    }

    @Test func theCacheKeepsWhatWasUsedLast() throws {
        let wav = try Sound(streamed: header + Array(repeating: 0, count: 56), id: "")
        func sound(_ id: String) throws -> Sound { try Sound(streamed: wav.wav, id: id) }
        var cache = SoundCache(mostBytes: 250)
        cache.add(try sound("a"))
        cache.add(try sound("b"))
        #expect(cache["a"] != nil)
        cache.add(try sound("c"))
        #expect(cache["b"] == nil && cache["a"] != nil && cache["c"] != nil && cache.byteCount == 200)
        var small = SoundCache(mostBytes: 99)
        small.add(wav)
        #expect(small.byteCount == 0)
    }

    private var header: [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
            + [0x22, 0x56, 0, 0, 0x44, 0xAC, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [0, 0, 0, 0]
    }

    private func processes(of script: Script) throws -> [pid_t] {
        let file = unsafe open("\(script.path).pids", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        let ids = String(decoding: bytes.prefix(count), as: UTF8.self).split { $0.isWhitespace }.compactMap {
            pid_t($0)
        }
        try #require(ids.count == 2)
        return ids
    }

    /// Waits until a process that was killed has ended, which may be a moment later; one that was not ends the test in time.
    private func ended(_ process: pid_t) async {
        while !isGone(process), !Task.isCancelled { await Task.yield() }
        #expect(isGone(process))
    }

    /// Whether a process has ended; one that pid 1 has not let go yet has, too.
    private func isGone(_ process: pid_t) -> Bool {
        guard kill(process, 0) == 0 else { return true }
        let file = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(file, &bytes, bytes.count)
        return count <= 0 || String(decoding: bytes.prefix(count), as: UTF8.self).contains(") Z ")
    }
}
