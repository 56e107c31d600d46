/// One evaluation while it lasts: what it reads, what it has made, what went wrong.
///
/// It is never copied, and counts no references.
@safe
struct FlagRun<Tracer: FlagTracer>: ~Copyable {
    /// How many steps one evaluation may take; lists of the caller inside one another could ask for very many.
    static var mostSteps: Int { 100_000 }
    /// How many bytes and cells one evaluation may make.
    static var mostScratch: Int { 1 << 20 }

    let program: ProgramView
    let context: SlateView
    /// The caller's attributes as an object; where an expression begins.
    let root: Operand
    /// In seconds since 1970.
    let now: Int64
    /// The key of the flag that is evaluated.
    var key = Operand.null
    private let workspace: UnsafeMutablePointer<Workspace>
    /// What went wrong first.
    var fault: FlagError?
    private(set) var stepsLeft = Self.mostSteps
    var tracer: Tracer

    /// - Parameter workspace: It lives longer than the run, and nobody else touches it meanwhile.
    init(
        program: ProgramView, context: SlateView, root: Operand, now: Int64,
        workspace: UnsafeMutablePointer<Workspace>, tracer: Tracer
    ) {
        self.program = program
        self.context = context
        self.root = root
        self.now = now
        unsafe self.workspace = workspace
        self.tracer = tracer
    }

    /// What it has made: texts, elements and members.
    var scratch: Slate {
        @inline(__always) _read { yield unsafe workspace.pointee.scratch }
        @inline(__always) nonmutating _modify { yield unsafe &workspace.pointee.scratch }
    }

    /// What the flags hold that others require.
    var memory: VerdictMemory {
        @inline(__always) _read { yield unsafe workspace.pointee.memory }
        @inline(__always) nonmutating _modify { yield unsafe &workspace.pointee.memory }
    }

    /// Says that something went wrong; the evaluation goes on to its end, and what it gives does not count.
    mutating func raise(_ error: FlagError, _ failure: FlagFailure) {
        guard fault == nil else { return }
        fault = error
        if Tracer.isListening { tracer.hear(.failed(failure)) }
    }

    /// Counts a step; false where there were too many, which has been raised then.
    @inline(__always)
    mutating func mayStep() -> Bool {
        stepsLeft &-= 1
        if stepsLeft < 0 || scratch.bytes.count > Self.mostScratch || scratch.cells.count > Self.mostScratch {
            raise(.general, stepsLeft < 0 ? .tooManySteps(most: Self.mostSteps) : .grewBeyond(Self.mostScratch))
            return false
        }
        return true
    }

    /// Counts what takes as long as so many steps; false where there were too many, which has been raised then.
    mutating func mayStep(costing steps: Int) -> Bool {
        stepsLeft &-= steps &- 1
        return mayStep()
    }

    /// What a step gives.
    ///
    /// - Parameter scope: Where variables are looked up: `root`, or an element that an operation walks over.
    mutating func run(_ step: Step, in scope: Operand) -> Operand {
        guard mayStep() else { return .null }
        switch step.code {
        case .constant: return step.operand
        case .logic(let operation):
            guard Tracer.isListening else { return logic(operation, step, in: scope) }
            tracer.hear(.begin(.step(step)))
            let result = logic(operation, step, in: scope)
            tracer.hear(.end(value(result)))
            return result
        default: return .boolean(holds(step))
        }
    }

    /// What a step's child gives.
    mutating func run(child index: Int, of step: Step, in scope: Operand) -> Operand {
        run(program.steps[step.children[index]], in: scope)
    }
}
