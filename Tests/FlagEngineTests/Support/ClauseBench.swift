import FeatureKit
import Testing

@testable import FlagEngine

/// Compiles single conditions and asks them about callers.
struct ClauseBench {
    static let place = FlagPlace(file: "flags.yaml", line: 4, column: 9)

    /// Whether a clause holds for a caller; nil where it has an error.
    static func holds(
        _ attribute: String, _ test: ClauseTest, _ operand: Value, for caller: Value, now: Int64 = 0
    ) -> Bool? {
        var builder = ProgramBuilder()
        let clause = Clause(attribute: attribute, test: test, operand: operand, place: place)
        guard let step = builder.compile(clause) else { return nil }
        return holds(step, builder, for: caller, now: now)
    }

    /// What is said about a clause.
    static func problems(_ attribute: String, _ test: ClauseTest, _ operand: Value) -> [String] {
        var builder = ProgramBuilder()
        _ = builder.compile(Clause(attribute: attribute, test: test, operand: operand, place: place))
        return builder.problems.map(\.description)
    }

    private static func holds(_ step: Step, _ builder: ProgramBuilder, for caller: Value, now: Int64) -> Bool {
        let tables = ProgramTables(builder, rows: [])
        var slate = Slate()
        let root = slate.add(caller, in: .context)
        return withExtendedLifetime(tables) {
            slate.lend { context in
                var workspace = Workspace()
                return workspace.withRun(of: tables.view, context: context, root: root, now: now, tracer: NoTracer()) {
                    $0.holds(step)
                }
            }
        }
    }
}
