/// What a change does to one module.
package struct FeatureMove: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case start
        case stop
        /// It gets other settings while it runs.
        case reconfigure
        case restart
        /// It is switched on, and does not start.
        case blocked
    }

    package let feature: String
    package let kind: Kind
    /// Why, in a sentence.
    package let why: String

    package init(_ feature: String, _ kind: Kind, why: String) {
        self.feature = feature
        self.kind = kind
        self.why = why
    }
}
