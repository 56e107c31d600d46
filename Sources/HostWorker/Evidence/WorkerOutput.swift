@_spi(Hosting) internal import FeatureKit
internal import HostSystem

/// What a worker writes to its standard output and error: lines for the log, and the last of them for the report of how
/// it ended; pure.
struct WorkerOutput {
    enum Stream: String, CaseIterable { case stdout, stderr }

    /// Log records made from lines.
    struct Lines {
        var records: [LogRecord] = []
    }

    /// The longest line; a longer one is cut.
    static let longestLine = 4 << 10
    /// The most lines logged in a second; further ones are only counted.
    static let linesPerSecond = 200
    /// The most bytes read in a second; a worker that writes faster has to wait.
    static let bytesPerSecond = 4 << 20
    /// How many of the last lines are kept.
    static let keptLines = 64

    private let feature: String
    private var cutters: [Stream: OutputCutter] = [.stdout: OutputCutter(), .stderr: OutputCutter()]
    private var last = JobQueue<String>()
    private var second: Duration
    private var lines = 0
    private var bytes = 0
    private var left = 0

    init(of feature: String, at now: Duration) {
        self.feature = feature
        second = now
    }

    /// Whether the bytes of this second are used up, so that reading waits for the next one.
    var isFull: Bool { bytes >= Self.bytesPerSecond }
    /// When the current second ends, if reading or the count of dropped lines waits for that.
    var nextSecond: Duration? { isFull || left > 0 ? second + .seconds(1) : nil }

    /// Begins the next second if the current one is over; returns a record of how many lines were dropped in it.
    mutating func look(at now: Duration) -> [LogRecord] {
        guard now - second >= .seconds(1) else { return [] }
        defer { (second, lines, bytes, left) = (now, 0, 0, 0) }
        return left == 0 ? [] : [leftOut]
    }

    /// Takes bytes that were read.
    mutating func take(_ more: ArraySlice<UInt8>, from stream: Stream) -> [LogRecord] {
        bytes += more.count
        let lines = cutters[stream]?.lines(more) ?? []
        return lines.compactMap { record(of: $0, from: stream) }
    }

    /// Returns the unfinished last lines, and a record of how many lines were dropped.
    mutating func end() -> [LogRecord] {
        let ends = Stream.allCases.compactMap { stream in
            (cutters[stream]?.end()).flatMap { record(of: $0, from: stream) }
        }
        return left == 0 ? ends : ends + [leftOut]
    }

    /// The last lines, the oldest first.
    var lastLines: [String] {
        var (rest, lines) = (last, [String]())
        while let line = rest.popFirst() { lines.append(line) }
        return lines
    }

    private mutating func record(of line: [UInt8], from stream: Stream) -> LogRecord? {
        let text = Printable.escaped(String(decoding: line, as: UTF8.self))
        last.append(text)
        if last.count > Self.keptLines { _ = last.popFirst() }
        guard lines < Self.linesPerSecond else {
            left += 1
            return nil
        }
        lines += 1
        let level: LogLevel = stream == .stdout ? .info : .warning
        return LogRecord(level: level, feature: feature, message: text, fields: [("stream", stream.rawValue)])
    }

    private var leftOut: LogRecord {
        LogRecord(
            level: .warning, feature: feature, message: "wrote more lines than the log takes in a second",
            fields: [("left_out", "\(left)"), ("most", "\(Self.linesPerSecond)")])
    }
}

/// Splits output into lines; a line that is too long is truncated.
private struct OutputCutter {
    private var rest: [UInt8] = []

    mutating func lines(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var bytes = bytes
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            add(bytes[..<end])
            lines.append(rest)
            rest = []
            bytes = bytes[(end + 1)...]
        }
        add(bytes)
        return lines
    }

    mutating func end() -> [UInt8]? {
        defer { rest = [] }
        return rest.isEmpty ? nil : rest
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        rest += bytes.prefix(max(0, WorkerOutput.longestLine - rest.count))
    }
}
