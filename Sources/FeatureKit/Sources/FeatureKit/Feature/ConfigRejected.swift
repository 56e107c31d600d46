/// Something that the host was given and refused; what counted before still does.
///
/// Any feature may read it once its `feature.yaml` says so.
public struct ConfigRejected: Shaped, Equatable, Codable {
    /// When it was refused.
    public let at: Timestamp
    /// What is wrong with it, each as the log says it: `plugins.yaml:3:5: error: …`.
    public let problems: [String]

    /// The time and the problems.
    public static let shape = Shape.object([
        Field("at", .timestamp, "When it was refused."),
        Field("problems", .list(of: .text()), "What is wrong with it, with file, line and column."),
    ])

    /// Describes a refusal.
    public init(at: Timestamp, problems: [String]) {
        self.at = at
        self.problems = problems
    }
}

extension Topic where Payload == ConfigRejected {
    /// What the host tells of documents, flags and their sources that it refused.
    public static var configRejected: Topic<ConfigRejected> { .init("config.rejected") }
}
