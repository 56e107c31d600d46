package import FeatureKit

/// What is known at a point of a scenario: what variables stand for, and what came before.
package struct ScenarioScene: Sendable {
    /// The scenario's row, as it was written.
    let row: [Node.Entry]
    /// The scenario's own variables; each may speak of the row and of those above it.
    let variables: [Node.Entry]
    /// What `$save` kept; nil for what is known only while it runs.
    package var saved: [String: Value?] = [:]
    /// The wall clock's time.
    package var now: Timestamp
    /// The feature's settings, as they may be shown; nil where they are not known.
    package var settings: Value?
    /// The names of those who may ask.
    package var callers: [String] = []
    /// The route that was asked last; nil in it where its name is known only while it runs.
    package var lastRoute: String??

    init(row: [Node.Entry] = [], variables: [Node.Entry] = [], now: Timestamp, settings: Value? = nil) {
        self.row = row
        self.variables = variables
        self.now = now
        self.settings = settings
    }

    var names: [String] {
        VariableText.reserved + row.map(\.key) + variables.map(\.key) + saved.keys.sorted()
    }
}
