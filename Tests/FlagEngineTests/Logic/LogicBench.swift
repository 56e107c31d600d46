internal import FeatureKit

@testable import FlagEngine

/// Evaluates single expressions of JsonLogic, without a flag around them.
struct LogicBench {
    /// What an expression gives, or what went wrong.
    enum Outcome: Equatable, CustomStringConvertible {
        case value(Value)
        case fault(FlagError)
        /// It could not be compiled.
        case refused

        var description: String {
            switch self {
            case .value(let value): value.json
            case .fault(let error): error.rawValue
            case .refused: "refused"
            }
        }
    }

    let tables: ProgramTables
    let problems: [FlagProblem]
    private let step: Step?
    private let key: Operand

    init(_ logic: Value, bucketing: Bucketing = .v2, key: String = "flag") {
        self.init(Logic(logic), bucketing: bucketing, key: key)
    }

    init(_ logic: Logic, bucketing: Bucketing = .v2, key: String = "flag") {
        var builder = ProgramBuilder()
        var flag = FlagDefinition(
            key: key, place: FlagPlace(file: "flags.json", line: 1, column: 1), kind: .boolean, variants: [])
        flag.bucketing = bucketing
        builder.flag = flag
        self.key = builder.text(key)
        step = builder.compile(logic)
        tables = ProgramTables(builder, rows: [])
        problems = builder.problems
    }

    /// What it gives for a caller whose attributes are those, or in that scope where it is no object.
    func evaluate(_ data: Value = .object([:]), now: Int64 = 1_700_000_000) -> Outcome {
        guard let step else { return .refused }
        var context = FlagContext()
        switch data {
        case .object(let members): context.add(members)
        default: context.add("data", data)
        }
        var outcome = Outcome.refused
        context.slate.lend { view in
            var root = context.root
            if case .object = data {} else { root = view.cells[root.start].value }
            var workspace = Workspace()
            outcome = workspace.withRun(of: tables.view, context: view, root: root, now: now, tracer: NoTracer()) {
                $0.key = key
                let result = $0.run(step, in: root)
                return $0.fault.map { .fault($0) } ?? .value($0.value(result))
            }
        }
        withExtendedLifetime(tables) {}
        return outcome
    }
}

extension Value {
    /// The value with its whole numbers as such, however they were written.
    var withWholeNumbers: Value {
        switch self {
        case .number(let number): Int64(exactly: number).map { .integer($0) } ?? self
        case .list(let list): .list(list.map(\.withWholeNumbers))
        case .object(let members): .object(Members(members.map { ($0.name, $0.value.withWholeNumbers) }))
        default: self
        }
    }
}
