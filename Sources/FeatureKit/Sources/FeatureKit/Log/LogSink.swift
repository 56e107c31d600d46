/// Where lines of the log go.
@_spi(Hosting) public protocol LogSink: Sendable {
    /// Whether lines of that level are wanted from that feature; asked before a line is made.
    func takes(_ level: LogLevel, from feature: String) -> Bool
    /// Takes a line; it must not wait.
    func write(_ record: LogRecord)
    /// Calls `tell` each time that `takes` may answer otherwise than before, until nobody holds what it returns; nil
    /// where it never does.
    func watchLevels(_ tell: @escaping @Sendable () -> Void) -> (any AnyObject & Sendable)?
}

@_spi(Hosting) extension LogSink {
    /// Levels that never change.
    public func watchLevels(_ tell: @escaping @Sendable () -> Void) -> (any AnyObject & Sendable)? { nil }
}

/// A line of the log; whoever writes it adds the time.
@_spi(Hosting) public struct LogRecord: Sendable {
    /// How much it matters.
    public let level: LogLevel
    /// The id of the feature that says it, or `host`.
    public let feature: String
    /// What it says.
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
