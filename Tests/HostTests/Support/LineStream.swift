@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import Testing

/// What a process writes, line by line as it comes.
final class LineStream: Sendable {
    private struct State {
        var lines: [String] = []
        var hasEnded = false
        /// Raised by the next line or the end.
        var news = Signal()
    }

    private let state: Lock<State> = Lock(State())

    /// The lines so far; of the last one the end may be missing once the process has ended.
    var lines: [String] { state.withLock { $0.lines } }

    /// Everything so far, with a line end after each line.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Waits until `find` finds something in the lines.
    ///
    /// - Returns: What it found; nil when the stream has ended or the limit has passed without it.
    func first<Found>(within limit: Duration, _ find: ([String]) throws -> Found?) async throws -> Found? {
        let clock = SystemClock()
        let end = clock.uptime + limit
        while true {
            let (lines, hasEnded, news) = state.withLock { ($0.lines, $0.hasEnded, $0.news) }
            if let found = try find(lines) { return found }
            guard !hasEnded, try await news.wait(until: end, on: clock) else { return nil }
        }
    }

    /// Reads until nobody can write any more; blocks.
    func read(_ descriptor: Descriptor) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            // A pseudo terminal ends with an error, a pipe with nothing.
            let count = try? SystemError.check { unsafe Glibc.read(descriptor.number, &buffer, buffer.count) }
            guard let count, count > 0 else { break }
            rest += buffer[..<count]
            let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            add(parts.dropLast())
            rest = Array(parts.last ?? [])
        }
        if !rest.isEmpty { add([rest[...]]) }
        end()
    }

    /// Takes lines from another place than a descriptor.
    func add(_ lines: [ArraySlice<UInt8>]) {
        guard !lines.isEmpty else { return }
        tell { $0.lines += lines.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Says that nothing comes any more.
    func end() { tell { $0.hasEnded = true } }

    private func tell(_ change: (inout State) -> Void) {
        let news = state.withLock { state in
            change(&state)
            defer { state.news = Signal() }
            return state.news
        }
        news.raise()
    }
}
