package import FeatureKit

/// Says whether a document fits a Shape, without saying why not, and knows the Shape's defaults.
///
/// Where it says no, `Shape.problems(in:)` finds the words. It is made once for each Shape.
package struct ShapeGate: Sendable {
    let rules: ShapeRules

    package init(_ shape: Shape) { rules = ShapeCompiler.rules(of: shape) }

    /// Whether `Shape.problems(in:)` finds nothing.
    ///
    /// For a Shape that names a field twice the answer is always no.
    package func accepts(_ tape: JSONTape) -> Bool { tape.lend { rules.accept($0, 0, by: 0) } }
}
