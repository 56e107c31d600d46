/// What scenarios may cost before they are refused.
package enum ScenarioLimits {
    /// Files in a unit's `Scenarios`.
    package static let files = 200
    /// The size of a file, in bytes.
    package static let bytes = 1024 * 1024
    /// Scenarios in a file.
    static let scenarios = 500
    /// Rows of a scenario.
    static let rows = 1_000
    /// Steps of a scenario, and actions or expectations of a step.
    static let steps = 1_000
    /// Variables of a scenario.
    static let variables = 100
    /// How often one action publishes.
    static let times: ClosedRange<Int64> = 1...100_000
    /// How much time one action or expectation lets pass.
    static let time = Duration.seconds(366 * 86_400)
    /// Lists and mappings inside one another once variables stand for what they mean.
    static let depth = 64
    /// What the variables of a file may come to: keys, values, and the bytes of texts.
    static let expanded = 1_000_000

    /// How a file is read.
    static let reading = {
        var limits = ReadingLimits()
        limits.bytes = bytes
        limits.nodes = 100_000
        return limits
    }()
}
