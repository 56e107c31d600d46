package import FeatureKit

/// Says whether a document fits a Shape, without saying why not.
package struct ShapeGate: Sendable {
    let shape: Shape

    package init(_ shape: Shape) { self.shape = shape }

    /// Whether `Shape.problems(in:)` would find none.
    package func accepts(_ tape: JSONTape) -> Bool { shape.problems(in: tape.value).isEmpty }
}
