package import FeatureKit

/// Every flag, ready to be evaluated; it never changes, a new one takes its place.
package final class FlagProgram: Sendable {
    /// Which state of the documents it was made of; greater than those before.
    package let revision: UInt64
    package let flags: [CompiledFlag]
    /// How every split divides people; to be kept, since the next revision starts from it.
    package let allocations: Allocations

    /// Compiles a book.
    ///
    /// - Parameters:
    ///   - former: How splits divided people before.
    ///   - problems: What is wrong with the book. A flag with an error is left out; where one flag's targeting is
    ///     JsonLogic that can't be evaluated it stays, and answers `PARSE_ERROR`.
    package init(
        _ book: FlagBook, revision: UInt64, former: Allocations = Allocations(), problems: inout [FlagProblem]
    ) {
        self.revision = revision
        flags = []
        allocations = former
    }

    /// The index of a flag; nil where there is none.
    package func flag(_ key: String) -> Int? { nil }
}

/// What can be said of a flag without evaluating it.
package struct CompiledFlag: Sendable {
    package let key: String
    package let kind: FlagKind
    package let variants: [FlagDefinition.Variant]
    package let metadata: Members
    /// The source it comes from.
    package let layer: String
    package let place: FlagPlace
    package let sampling: Double
    /// Nil where everybody is answered the same; then this is the answer.
    package let constant: Evaluation?
    /// Whether some caller can be served a value; see `FlagProgram.canServe`.
    package let reachable: Set<Int>
}
