internal import FeatureKit
internal import WebJSON

/// The lines of a recording, read as a whole before any of them is played.
///
/// Live timing writes `HH:MM:SS.mmm` since the session began, and a mapping right behind it; others write a mapping on each
/// line, with that time, or with a moment, under `at`.
struct SessionText: Equatable {
    /// How a file counts its time.
    enum Clock: Equatable {
        /// From the beginning of the session.
        case session
        /// By the wall's clock.
        case wall
    }

    struct Entry: Equatable {
        let line: Int
        /// Since the session's beginning, or since 1970.
        let time: Duration
        let value: Value
    }

    let path: String
    private(set) var clock: Clock?
    private(set) var entries: [Entry] = []

    /// Reads a file's bytes, and everything that they say.
    init(path: String, bytes: [UInt8]) throws(SessionProblem) {
        self.path = path
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        var number = 0
        // What is wrong in the file is known before it is played; how it is played again starts from nothing.
        var reader = NetworkReader()
        while !rest.isEmpty {
            number += 1
            guard number <= SessionFile.mostLines else { throw SessionProblem(path: path, reason: .tooManyLines) }
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = rest[end...].dropFirst()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { continue }
            try take(line, number, &reader)
        }
        guard !entries.isEmpty else { throw SessionProblem(path: path, reason: .empty) }
    }

    private mutating func take(
        _ line: ArraySlice<UInt8>, _ number: Int, _ reader: inout NetworkReader
    ) throws(SessionProblem) {
        func problem(_ reason: SessionProblem.Reason, column: Int = 1) -> SessionProblem {
            SessionProblem(path: path, line: number, column: column, reason: reason)
        }
        guard line.count <= EventReader.mostBytes else { throw problem(.lineTooLong(bytes: line.count)) }
        let written = line.prefix(SessionTime.length)
        let before = SessionTime.read(String(decoding: written, as: UTF8.self))
        let text = before == nil ? line : line.dropFirst(SessionTime.length)
        guard text.first == UInt8(ascii: "{") else {
            throw problem(before == nil ? .noTime : .noMapping, column: before == nil ? 1 : SessionTime.length + 1)
        }
        let column = text.startIndex - line.startIndex
        let value: Value
        do throws(JSONText.Problem) { value = try JSONText.value(of: Array(text)) } catch {
            // A line has one line: the column is all that has to be moved.
            throw problem(.json(error.message), column: error.column + column)
        }
        guard let (time, clock) = before.map({ ($0, Clock.session) }) ?? Self.time(at: value["at"]) else {
            throw problem(.noTime)
        }
        guard (self.clock ?? clock) == clock else { throw problem(.otherTime) }
        self.clock = clock
        do throws(RowProblem) { _ = try reader.read(value) } catch { throw problem(.row(error), column: column + 1) }
        entries.append(Entry(line: number, time: time, value: value))
    }

    private static func time(at value: Value?) -> (Duration, Clock)? {
        guard case .text(let text)? = value else { return nil }
        if let time = SessionTime.read(text) { return (time, .session) }
        return Timestamp(text).map { (.nanoseconds($0.nanoseconds), .wall) }
    }
}

/// A time since the session began: `HH:MM:SS.mmm`.
enum SessionTime {
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
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
