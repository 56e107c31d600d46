/// What evaluations make on their way; its memory is used again.
struct Workspace: Sendable {
    /// What expressions have made.
    var scratch = Slate()
    /// What the flags hold that others require.
    var memory = VerdictMemory()

    /// Lends an evaluation that uses it, and wipes it after that.
    ///
    /// - Parameter root: The caller's attributes as an object of the context.
    @inline(__always)
    mutating func withRun<Tracer: FlagTracer, Result>(
        of program: ProgramView, context: SlateView, root: Operand, now: Int64, tracer: Tracer,
        _ body: (inout FlagRun<Tracer>) -> Result
    ) -> Result {
        let result = unsafe withUnsafeMutablePointer(to: &self) { workspace in
            var run = unsafe FlagRun(
                program: program, context: context, root: root, now: now, workspace: workspace, tracer: tracer)
            return body(&run)
        }
        scratch.wipe()
        return result
    }
}
