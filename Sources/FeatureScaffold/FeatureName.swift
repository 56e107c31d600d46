/// What a new feature is called: `Parking` as a type, `parking` as an id.
package struct FeatureName: Sendable, Equatable {
    package let type: String

    package init(_ type: String) { self.type = type }
}
