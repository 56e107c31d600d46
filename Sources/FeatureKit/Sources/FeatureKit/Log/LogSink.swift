/// Where log lines go.
@_spi(Hosting) public protocol LogSink: Sendable {
    /// Whether lines of that level from that feature are wanted; asked before a line is made.
    func takes(_ level: LogLevel, from feature: String) -> Bool
    /// Takes a line; it must not wait.
    func write(_ record: LogRecord)
    /// Calls `tell` whenever the answers of `takes` may have changed, until the object that it returns is released; nil
    /// where they never change.
    func watchLevels(_ tell: @escaping @Sendable () -> Void) -> (any AnyObject & Sendable)?
}

@_spi(Hosting) extension LogSink {
    /// For sinks whose levels never change.
    public func watchLevels(_ tell: @escaping @Sendable () -> Void) -> (any AnyObject & Sendable)? { nil }
}

/// A line of the log without its time, which the sink adds.
@_spi(Hosting) public struct LogRecord: Sendable {
    /// How severe it is.
    public let level: LogLevel
    /// The id of the feature that wrote it, or `host`.
    public let feature: String
    /// The text.
    public let message: String
    /// Names and values that belong to it, in order.
    public let fields: [(String, String)]

    /// Makes a line.
    public init(level: LogLevel, feature: String, message: String, fields: [(String, String)] = []) {
        self.level = level
        self.feature = feature
        self.message = message
        self.fields = fields
    }
}
