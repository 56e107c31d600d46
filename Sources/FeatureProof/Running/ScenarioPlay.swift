@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureRig
internal import HostConfig

/// Runs one case on a rig; the first failed expectation ends it.
struct ScenarioPlay {
    /// The last request, and whether an expectation has checked its reply.
    struct Asked {
        let call: ScenarioCall
        let question: RigQuestion
        let mark: Mark
        var isLookedAt = false
    }

    let about: ScenarioCase
    let rig: Rig
    let conditions: PreflightConditions?
    let given: ScenarioGiven
    var scene: ScenarioScene
    var stage: ScenarioStage
    var settings: Value
    var asked: Asked?
    /// All requests, so that streams can be closed at the end.
    private var questions: [RigQuestion] = []
    /// The number of log lines of each level at the start of the current window.
    var logged: [LogLevel: Int] = [:]
    /// Whether an expectation has checked that the run failed.
    var isFailureSeen = false
    /// The current step, and how many of its expectations are done.
    private var place = (step: 0, expectation: 0)

    init(
        _ about: ScenarioCase, on rig: Rig, _ unit: ProvenUnit, _ conditions: PreflightConditions?,
        _ given: ScenarioGiven, _ scene: ScenarioScene
    ) {
        self.about = about
        self.rig = rig
        self.conditions = conditions
        self.given = given
        self.scene = scene
        stage = ScenarioStage(rig, unit)
        settings = given.settings
    }

    mutating func play() async throws {
        do { try await stage.prepare(given, flags: conditions?.flags) } catch {
            throw fault("what is given cannot be set up: \(error)", at: about.mark)
        }
        if !about.startsOff { try await start(at: about.mark) }
        for (index, step) in about.steps.enumerated() {
            place = (index, 0)
            if !step.actions.isEmpty { try openWindow() }
            for node in step.actions { try await act(node) }
            for node in step.expectations {
                place.expectation += 1
                try await expect(node)
            }
        }
        try checkAnswer()
        try checkRun(at: about.mark, isExcused: isFailureSeen)
        for question in questions { question.hangUp() }
        try await stop(at: about.mark)
    }

    /// Starts a new window: expectations look only at what comes from now on.
    private mutating func openWindow() throws {
        try checkAnswer()
        rig.forgetMessages()
        for level in LogLevel.all { logged[level] = rig.log.messages(level).count }
    }

    // MARK: - Actions

    private mutating func act(_ node: Node) async throws {
        scene.now = rig.clock.now
        let action = try about.action(node, scene, isPreflight: conditions != nil)
        do { try await perform(action, at: node.mark) } catch let error as ScenarioFault { throw error } catch {
            throw fault("\(error)", at: node.mark)
        }
        guard await rig.settle() else { throw fault("the feature computes without a pause", at: node.mark) }
        scene.note(action)
        try checkRun(at: node.mark)
    }

    private mutating func perform(_ action: ScenarioAction, at mark: Mark) async throws {
        switch action {
        case .publish(let topic, let value, let times): for _ in 0..<times { try stage.publish(value, on: topic) }
        case .call(let call): try ask(call, at: mark)
        case .advance(let duration): await rig.advance(by: duration)
        case .toggle(let on): if on { try await start(at: mark) } else { try await stop(at: mark) }
        case .settings(let value):
            settings = value
            if try await rig.reconfigure(value) { return }
            try await stop(at: mark)
            try await start(at: mark)
        case .flags(let flags): stage.change(flags: flags)
        case .neighbours(let neighbours): try stage.change(neighbours: neighbours)
        case .routes(let routes): try stage.change(routes: routes)
        case .store(let works): if works { rig.store.repair() } else { rig.store.fail() }
        case .clock(let moment): rig.clock.set(now: moment)
        }
    }

    mutating func ask(_ call: ScenarioCall, at mark: Mark) throws {
        try checkAnswer()
        let caller = call.caller.flatMap { given.callers[$0] } ?? Caller(origin: .http)
        let question = rig.ask(call.route, call.request, as: caller)
        questions.append(question)
        asked = Asked(call: call, question: question, mark: mark)
    }

    /// Fails if the last request was refused and no expectation has checked that.
    private func checkAnswer() throws {
        guard let asked, !asked.isLookedAt else { return }
        for case .refused(let error) in asked.question.answers {
            throw fault("\(asked.call.route) refused, and nothing here expects that: \(error)", at: asked.mark)
        }
    }

    // MARK: - The run

    private mutating func start(at mark: Mark) async throws {
        isFailureSeen = false
        let state = await rig.start(settings)
        guard state != .active, !looksAtState else { return }
        switch state {
        case .failed(let reason): throw fault("the feature did not start; run() threw: \(reason)", at: mark)
        case .ended: throw fault("run() returned before the feature was ready", at: mark)
        default: throw fault("the feature did not become ready without the time having to move", at: mark)
        }
    }

    private func stop(at mark: Mark) async throws {
        let wasRunning = rig.state == .active || rig.state == .starting
        guard await rig.stop() else { throw fault("run() did not return when the feature was stopped", at: mark) }
        if wasRunning, case .failed(let reason) = rig.state {
            throw fault("run() threw when the feature was stopped: \(reason)", at: mark)
        }
        let leftovers = await rig.leftovers()
        guard leftovers.isNothing else {
            throw fault("\(rig.subject.id) \(leftovers) after run() returned", at: mark)
        }
    }

    /// Whether a later expectation checks the module's state.
    private var looksAtState: Bool {
        about.looksAtState(fromStep: place.step, expectation: place.expectation)
    }

    /// Fails the case if the run has ended by itself, unless the scenario checks that.
    func checkRun(at mark: Mark) throws { try checkRun(at: mark, isExcused: isFailureSeen || looksAtState) }

    private func checkRun(at mark: Mark, isExcused: Bool) throws {
        guard !isExcused else { return }
        if let words = endInWords { throw fault(words, at: mark) }
    }

    /// How the run ended by itself, if it did.
    var endInWords: String? {
        switch rig.state {
        case .failed(let reason): "run() threw: \(reason)"
        case .ended: "run() returned although nobody had asked it to stop"
        case .off, .starting, .active, .stopping: nil
        }
    }

    // MARK: - Reporting

    /// A failed expectation at its place in the scenario, with details in further lines.
    func fault(_ message: String, at mark: Mark, _ lines: [String] = []) -> ScenarioFault {
        let told = about.source.told(message, at: mark)
        return ScenarioFault(description: ([told] + lines.map { "    " + $0 }).joined(separator: "\n"))
    }
}
