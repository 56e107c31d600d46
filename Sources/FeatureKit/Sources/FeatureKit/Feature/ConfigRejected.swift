/// A configuration, or flags from a source, that the host refused; what was active before stays active.
///
/// Any feature may read it if its `feature.yaml` declares it.
public struct ConfigRejected: Shaped, Equatable, Codable {
    /// When it was refused.
    public let at: Timestamp
    /// What is wrong, each problem as the log shows it: `plugins.yaml:3:5: error: …`.
    public let problems: [String]

    /// The time and the problems.
    public static let shape = Shape.object([
        Field("at", .timestamp, "When it was refused."),
        Field("problems", .list(of: .text()), "What is wrong with it, with file, line and column."),
    ])

    /// Describes what was refused.
    public init(at: Timestamp, problems: [String]) {
        self.at = at
        self.problems = problems
    }
}

extension Topic where Payload == ConfigRejected {
    /// Configuration files, flags and sources of flags that the host refused.
    public static var configRejected: Topic<ConfigRejected> { .init("config.rejected") }
}
