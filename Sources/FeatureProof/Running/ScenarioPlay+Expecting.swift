@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureRig
internal import HostConfig

extension ScenarioPlay {
    mutating func expect(_ node: Node) async throws {
        scene.now = rig.clock.now
        let expectation = try about.expectation(node, scene)
        do { try await expect(expectation, at: node.mark) } catch let error as ScenarioFault {
            // What came of a run that has ended says more than what did not come of it.
            guard !isFailureSeen, let words = endInWords else { throw error }
            throw ScenarioFault(description: "\(error.description)\n    \(words)")
        } catch {
            throw fault("\(error)", at: node.mark)
        }
        scene.note(expectation)
        try checkRun(at: node.mark)
    }

    private mutating func expect(_ expectation: ScenarioExpectation, at mark: Mark) async throws {
        switch expectation {
        case .message(let topic, let likeness, let shape, let within):
            try await message(topic, likeness, shape, within, at: mark)
        case .silence(let topic, let likeness, let shape, let within):
            try await silence(topic, likeness, shape, within, at: mark)
        case .answer(let answer, let shape, let within): try await self.answer(answer, shape, within, at: mark)
        case .call(let call, let answer, let within):
            try ask(call, at: mark)
            try await self.answer(answer, call.reply, within, at: mark)
        case .document(let collection, let id, let likeness, let shape):
            await rig.settle()
            let document = try await KeptDocuments(of: rig).document(id, in: collection)
            try check(
                document.map(shape.canonical), likeness, "the document \(collection)/\(id) is not like this", at: mark)
        case .documents(let collection, let count):
            await rig.settle()
            let number = try await KeptDocuments(of: rig).count(of: collection)
            try check(.integer(Int64(number)), count, "\(collection) holds another number of documents", at: mark)
        case .blob(let id, let likeness):
            await rig.settle()
            let facts = try await KeptDocuments(of: rig).blob(id)
            try check(facts, likeness, "the blob \(id) is not like this", at: mark)
        case .state(let word, let reason, let within): try await state(word, reason, within, at: mark)
        case .log(let text, let level, let within): try await log(text, level, within, at: mark)
        }
    }

    private mutating func check(
        _ value: Value?, _ likeness: Likeness, _ complaint: String, at mark: Mark
    ) throws {
        guard likeness.isLike(value) else { throw fault(complaint, at: mark, Difference(likeness, value).lines) }
        keep(likeness, of: value)
    }

    private mutating func keep(_ likeness: Likeness, of value: Value?) {
        for (name, value) in likeness.saved(from: value) { scene.saved.updateValue(value, forKey: name) }
    }

    // MARK: - Messages

    private mutating func message(
        _ topic: String, _ likeness: Likeness, _ shape: Shape, _ within: Duration, at mark: Mark
    ) async throws {
        let found = await rig.message(on: topic, within: within) { likeness.isLike(shape.canonical($0)) }
        guard found == nil else { return keep(likeness, of: found.map { shape.canonical($0.value) }) }
        let all = await rig.messages(on: topic)
        guard !all.isEmpty else {
            let wait = within > .zero ? " within \(DurationText.print(within))" : ""
            throw fault("nothing was published on \(topic)\(wait)", at: mark)
        }
        // Of many only the last ones are compared.
        let last = all.suffix(Self.mostCompared).map { Difference(likeness, shape.canonical($0.value)) }
        guard let nearest = last.indices.min(by: { (last[$0].places, -$0) < (last[$1].places, -$1) }) else { return }
        let number = all.count - last.count + nearest + 1
        let which = all.count == 1 ? "the only one" : "the most alike is number \(number) of \(all.count)"
        throw fault("no message on \(topic) was like this; \(which):", at: mark, last[nearest].lines)
    }

    /// How many messages are searched for the one that is most alike.
    private static let mostCompared = 1_000

    private func silence(
        _ topic: String, _ likeness: Likeness, _ shape: Shape, _ within: Duration, at mark: Mark
    ) async throws {
        await rig.advance(by: within)
        let all = await rig.messages(on: topic).filter { likeness.isLike(shape.canonical($0.value)) }
        guard let first = all.first else { return }
        let more = all.count == 1 ? "this" : "\(all.count) messages, of which this is the first"
        let lines = Difference(.absent, shape.canonical(first.value)).lines.filter { $0.hasPrefix("+") }
        throw fault("\(topic) was not silent; \(more) came at \(first.time):", at: mark, lines)
    }

    // MARK: - Answers

    private mutating func answer(
        _ wanted: ScenarioExpectation.Answer, _ shape: Shape, _ within: Duration, at mark: Mark
    ) async throws {
        guard let asked else { throw fault("nothing was asked before", at: mark) }
        let route = asked.call.route
        guard let answer = await rig.answer(to: asked.question, within: within) else {
            throw fault("\(route) did not answer", at: mark)
        }
        self.asked?.isLookedAt = true
        switch (wanted, answer) {
        case (.anyReply, .reply): return
        case (.reply(let likeness), .reply(let value)):
            try check(shape.canonical(value), likeness, "\(route) replied something else:", at: mark)
        case (.refused(let likeness), .refused(let error)):
            var members: Members = [
                "code": .text(error.code), "status": .integer(Int64(error.status)), "detail": .text(error.detail),
            ]
            if let data = error.data { members["data"] = data }
            try check(.object(members), likeness, "\(route) refused otherwise:", at: mark)
        case (.refused, .reply(let value)):
            throw fault("\(route) was to refuse, and replied \(value.json.prefix(Self.longestReply))", at: mark)
        case (.anyReply, .refused(let error)), (.reply, .refused(let error)):
            throw fault("\(route) refused: \(error)", at: mark)
        case (_, .ended): throw fault("\(route) has nothing more to say", at: mark)
        }
    }

    /// How much of a reply that nobody expected is shown, in characters.
    private static let longestReply = 200

    // MARK: - The run

    private mutating func state(
        _ word: String, _ reason: Likeness?, _ within: Duration, at mark: Mark
    ) async throws {
        let rig = rig
        _ = await rig.wait(within: within) {
            rig.state.word == word && (reason?.isLike(rig.state.reason.map(Value.text)) ?? true)
        }
        let state = rig.state
        guard state.word == word else {
            throw fault("the feature is \(state.inWords), not \(word)", at: mark)
        }
        if word == "failed" { isFailureSeen = true }
        guard let reason else { return }
        try check(state.reason.map(Value.text), reason, "the feature is \(word) for another reason:", at: mark)
    }

    private func log(_ text: String, _ level: LogLevel?, _ within: Duration, at mark: Mark) async throws {
        let (rig, logged) = (rig, logged)
        let levels = level.map { [$0] } ?? LogLevel.all
        @Sendable func lines(_ level: LogLevel) -> ArraySlice<String> {
            rig.log.messages(level).dropFirst(logged[level] ?? 0)
        }
        let isThere = await rig.wait(within: within) {
            levels.contains { lines($0).contains { $0.contains(text) } }
        }
        guard !isThere else { return }
        let others = LogLevel.all.flatMap { level in lines(level).map { "+ \(level) \(Value.text($0).json)" } }
        let about = others.isEmpty ? "it logged nothing" : "it logged:"
        throw fault(
            "no line \(level.map { "at \($0) " } ?? "")of the log holds this; \(about)", at: mark,
            Array(others.suffix(Self.mostLogLines)))
    }

    /// How many lines of the log are shown where none is like what was expected.
    private static let mostLogLines = 10
}

extension RigState {
    /// The word that scenarios have for it.
    fileprivate var word: String {
        switch self {
        case .off: "off"
        case .starting: "starting"
        case .active: "active"
        case .failed, .ended: "failed"
        case .stopping: "stopping"
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .failed(let reason): reason
        case .ended: "run() returned although nobody had asked it to stop"
        case .off, .starting, .active, .stopping: nil
        }
    }

    fileprivate var inWords: String { reason.map { "\(word) (\($0))" } ?? word }
}
