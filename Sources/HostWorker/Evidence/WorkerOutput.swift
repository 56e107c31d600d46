@_spi(Hosting) internal import FeatureKit
internal import HostSystem

/// What a worker writes to its standard output and error: lines for the log, and the last of them for whoever asks how
/// it ended; pure.
struct WorkerOutput {
    enum Stream: String, CaseIterable { case stdout, stderr }

    /// What becomes of lines.
    struct Lines {
        var records: [LogRecord] = []
    }

    /// The longest line; a longer one is cut.
    static let longestLine = 4 << 10
    /// How many lines go to the log within a second; more are counted.
    static let linesPerSecond = 200
    /// How many bytes are read within a second: who writes faster waits.
    static let bytesPerSecond = 4 << 20
    /// How many lines are kept.
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

    /// Whether so much has come within this second that the rest has to wait for the next.
    var isFull: Bool { bytes >= Self.bytesPerSecond }
    /// When it is over.
    var nextSecond: Duration? { isFull || left > 0 ? second + .seconds(1) : nil }

    /// Begins another second where the last one is over; tells how many lines were left out in that.
    mutating func look(at now: Duration) -> [LogRecord] {
        guard now - second >= .seconds(1) else { return [] }
        defer { (second, lines, bytes, left) = (now, 0, 0, 0) }
        return left == 0 ? [] : [leftOut]
    }

    /// Takes what has been read.
    mutating func take(_ more: ArraySlice<UInt8>, from stream: Stream) -> [LogRecord] {
        bytes += more.count
        let lines = cutters[stream]?.lines(more) ?? []
        return lines.compactMap { record(of: $0, from: stream) }
    }

    /// Takes what came after the last line's end, and tells what was left out.
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

/// Cuts output into lines; of one that is too long the beginning is kept.
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
