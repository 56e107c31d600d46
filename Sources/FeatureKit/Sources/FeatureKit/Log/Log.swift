/// Writes log lines with the feature's id and the time, at the levels that the operator chose.
public struct Log: Sendable {
    package let feature: String
    package let sink: any LogSink

    /// Makes a log of one feature.
    @_spi(Hosting) public init(feature: String, sink: any LogSink) {
        self.feature = feature
        self.sink = sink
    }

    /// Logs something that only the feature's author wants to know.
    public func debug(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [(String, String)] = []) {
        write(.debug, message, fields)
    }

    /// Logs something that an operator may want to know.
    public func info(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [(String, String)] = []) {
        write(.info, message, fields)
    }

    /// Logs something that an operator should look at.
    public func warning(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [(String, String)] = []) {
        write(.warning, message, fields)
    }

    /// Logs something that went wrong.
    public func error(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [(String, String)] = []) {
        write(.error, message, fields)
    }

    private func write(_ level: LogLevel, _ message: () -> String, _ fields: () -> [(String, String)]) {
        guard sink.takes(level, from: feature) else { return }
        sink.write(LogRecord(level: level, feature: feature, message: message(), fields: fields()))
    }
}

/// How severe a line of the log is.
public struct LogLevel: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Higher where it matters more.
    @_spi(Hosting) public let rank: Int
    /// The level's name in configuration files and log lines.
    public let description: String

    /// What only an author wants to know.
    public static let debug = LogLevel(rank: 0, description: "debug")
    /// What an operator may want to know.
    public static let info = LogLevel(rank: 1, description: "info")
    /// What an operator should look at.
    public static let warning = LogLevel(rank: 2, description: "warning")
    /// What went wrong.
    public static let error = LogLevel(rank: 3, description: "error")

    /// Every level, the least severe first.
    public static let all = [debug, info, warning, error]

    /// Whether the first level is less severe than the second.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }
}
