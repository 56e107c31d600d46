package import FeatureKit

/// Why a flag holds what it holds for a caller: every step of one evaluation.
package struct FlagTrace: Sendable, Equatable {
    /// Another flag that it requires, as far as it was asked.
    package struct Requirement: Sendable, Equatable {
        package let flag: String
        package let wanted: Value
        package let place: FlagPlace
        package let isMet: Bool
        /// How the other flag came to what it holds, in a list of one; empty where that was told before.
        package let trace: [FlagTrace]
    }

    /// A rule that was asked.
    package struct Rule: Sendable, Equatable {
        /// Its number, from 1 on; nil for what an operator put in the place of all of them.
        package let number: Int?
        package let name: String?
        package let place: FlagPlace
        /// Nil means everybody.
        package let condition: Condition?
        package let bucket: Bucket?
        /// Whether it decided.
        package let decided: Bool
    }

    /// A condition that was asked.
    package struct Condition: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case all
            case any
            case not
            case segment(String)
            /// What was asked, and what the attribute holds; nil where it is not there.
            case clause(Clause, found: Value?)
            /// One that was known beforehand.
            case known
        }

        package let kind: Kind
        package let place: FlagPlace?
        package let holds: Bool
        /// Those inside, as far as they were asked.
        package let conditions: [Condition]
    }

    /// An operation of JsonLogic.
    package struct Operation: Sendable, Equatable {
        package let name: String
        package let place: FlagPlace?
        package let result: Value
        package let bucket: Bucket?
        /// Those inside, in the order in which they were evaluated.
        package let operations: [Operation]
        /// Why the evaluation failed here.
        package let failure: FlagFailure?
    }

    /// How a caller's place was found, and whose it is.
    package struct Bucket: Sendable, Equatable {
        /// A part of the places that a variant has, in per cent.
        package struct Range: Sendable, Equatable {
            /// Nil for those whom the rule leaves to the next one.
            package let variant: String?
            package let from: Double
            package let to: Double
        }

        package let hashed: String
        package let hash: UInt32
        package let bucketing: Bucketing
        /// Where the caller stands, in per cent.
        package let place: Double
        /// In order; empty for `fractional`, whose weights its arguments tell.
        package let ranges: [Range]
    }

    package let key: String
    /// That of the program.
    package let revision: UInt64
    /// The source that the flag comes from.
    package let layer: String
    package let place: FlagPlace
    package let isEnabled: Bool
    package let evaluation: Evaluation
    /// What it holds; nil leaves that to the app's own default.
    package let variant: FlagDefinition.Variant?
    package let requirements: [Requirement]
    package let rules: [Rule]
    package let logic: Operation?
    /// Why its evaluation failed, where that is known.
    package let failure: FlagFailure?
    /// What operators say of it.
    package let notes: [String]
    /// How many steps are not told, since there were too many.
    package let dropped: Int
}

extension FlagEvaluator {
    /// Evaluates a flag and tells how; the evaluation is the same as without.
    ///
    /// - Parameter now: The time, in seconds since 1970.
    package mutating func explain(
        _ flag: Int, of program: FlagProgram, for context: borrowing FlagContext, now: Int64
    ) -> FlagTrace {
        let (verdict, recorder) = decide(flag, of: program, for: context, now: now, TraceRecorder())
        let root = recorder.root ?? TraceNode(subject: .flag(flag), verdict: verdict)
        return TraceReader(program: program, failure: recorder.failure).trace(
            root, flag: flag, verdict, dropped: recorder.dropped)
    }
}
