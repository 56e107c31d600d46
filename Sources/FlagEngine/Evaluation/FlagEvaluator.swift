/// Evaluates flags; one for each loop or thread, since it uses its memory again.
package struct FlagEvaluator: Sendable {
    private var workspace = Workspace()

    package init() {}

    /// What a flag holds for a caller; it never fails and never waits.
    ///
    /// - Parameter now: The time, in seconds since 1970.
    package mutating func evaluate(
        _ flag: Int, of program: FlagProgram, for context: borrowing FlagContext, now: Int64
    ) -> Evaluation {
        if let constant = program.view.rows[flag].constant { return constant.evaluation(of: flag) }
        return decide(flag, of: program, for: context, now: now, NoTracer()).verdict.evaluation(of: flag)
    }

    /// The same with someone who listens.
    @inline(__always)
    mutating func decide<Tracer: FlagTracer>(
        _ flag: Int, of program: FlagProgram, for context: borrowing FlagContext, now: Int64, _ tracer: Tracer
    ) -> (verdict: Verdict, tracer: Tracer) {
        let view = program.view
        let root = context.root
        if view.rows[flag].requirementCount > 0 { workspace.memory.begin(flagCount: view.rows.count) }
        let result = context.slate.lend { context in
            workspace.withRun(of: view, context: context, root: root, now: now, tracer: tracer) { run in
                (run.decide(flag), run.tracer)
            }
        }
        // Nothing else keeps what the view points to.
        withExtendedLifetime(program) {}
        return result
    }
}
