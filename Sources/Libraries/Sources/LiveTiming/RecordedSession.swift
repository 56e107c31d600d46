public import FeatureKit
internal import WebJSON

/// The lines of a recorded session, read as a whole before any of them is played.
///
/// Live timing writes `HH:MM:SS.mmm` since the session began, and a mapping right behind it; others write a mapping on each
/// line, with that time, or with a moment, under `at`.
public struct RecordedSession: Equatable, Sendable {
    /// How a file counts its time.
    public enum Clock: Equatable, Sendable {
        /// From the beginning of the session.
        case session
        /// By the wall's clock.
        case wall
    }

    /// One line.
    public struct Entry: Equatable, Sendable {
        /// Since the session's beginning, or since 1970.
        public let time: Duration
        /// The mapping.
        public let value: Value

        /// Makes a line.
        public init(time: Duration, value: Value) { (self.time, self.value) = (time, value) }
    }

    /// What is wrong with a recording, and where.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        /// From 1; nil where the file as a whole is meant.
        public var line: Int?
        /// From 1; nil where the file as a whole is meant.
        public var column: Int?
        /// What is wrong there.
        public let reason: String

        /// The place and the reason, as they follow the file's name.
        public var description: String {
            [line, column].compactMap { $0.map { ":\($0)" } }.joined() + ": error: \(reason)"
        }
    }

    /// The most lines of a file.
    public static let mostLines = 100_000
    /// The most bytes of a line.
    public static let mostLineBytes = 256 * 1024

    /// How its lines count their time.
    public private(set) var clock: Clock?
    /// The lines, in their order.
    public private(set) var entries: [Entry] = []

    /// Reads a file's bytes.
    ///
    /// - Parameter check: Throws what is wrong with a mapping.
    public init(_ bytes: [UInt8], check: (Value) throws -> Void) throws(Problem) {
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        var number = 0
        while !rest.isEmpty {
            number += 1
            guard number <= Self.mostLines else {
                throw Problem(reason: "has more than \(Self.mostLines) lines, the most that are read")
            }
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = rest[end...].dropFirst()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { continue }
            try take(line, number, check)
        }
        guard !entries.isEmpty else { throw Problem(reason: "holds nothing") }
    }

    private mutating func take(
        _ line: ArraySlice<UInt8>, _ number: Int, _ check: (Value) throws -> Void
    ) throws(Problem) {
        func problem(_ reason: String, column: Int = 1) -> Problem {
            Problem(line: number, column: column, reason: reason)
        }
        guard line.count <= Self.mostLineBytes else {
            throw problem("this line has \(line.count) bytes; the most is \(Self.mostLineBytes)")
        }
        let noTime = problem("expected a time such as 00:12:05.250 before the mapping, or a mapping with `at`")
        let before = SessionTime.read(String(decoding: line.prefix(SessionTime.length), as: UTF8.self))
        let text = before == nil ? line : line.dropFirst(SessionTime.length)
        guard text.first == UInt8(ascii: "{") else {
            throw before == nil ? noTime : problem("expected a mapping", column: SessionTime.length + 1)
        }
        let column = text.startIndex - line.startIndex
        let value: Value
        // A line has one line: the column is all that has to be moved.
        do throws(JSONText.Problem) { value = try JSONText.value(of: Array(text)) } catch {
            throw problem(error.message, column: error.column + column)
        }
        guard let (time, clock) = before.map({ ($0, Clock.session) }) ?? Self.time(at: value["at"]) else {
            throw noTime
        }
        guard (self.clock ?? clock) == clock else {
            throw problem("this line counts its time differently than the first one")
        }
        self.clock = clock
        do { try check(value) } catch { throw problem("\(error)", column: column + 1) }
        entries.append(Entry(time: time, value: value))
    }

    private static func time(at value: Value?) -> (Duration, Clock)? {
        guard case .text(let text)? = value else { return nil }
        if let time = SessionTime.read(text) { return (time, .session) }
        return Timestamp(text).map { (.nanoseconds($0.nanoseconds), .wall) }
    }
}

/// A time since the session began: `HH:MM:SS.mmm`.
private enum SessionTime {
    static let length = 12

    static func read(_ text: String) -> Duration? {
        let bytes = Array(text.utf8)
        guard bytes.count == length, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":"),
            bytes[8] == UInt8(ascii: "."), let hours = number(bytes[0..<2]), let minutes = number(bytes[3..<5]),
            let seconds = number(bytes[6..<8]), let milliseconds = number(bytes[9..<12]), minutes < 60, seconds < 60
        else { return nil }
        return .milliseconds(((hours * 60 + minutes) * 60 + seconds) * 1_000 + milliseconds)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { number, digit in
            guard let number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            return number * 10 + Int(digit - UInt8(ascii: "0"))
        }
    }
}
