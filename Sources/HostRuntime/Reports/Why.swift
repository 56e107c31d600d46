internal import HostConfig

/// Says in sentences why a feature stands where it stands, the cause first.
struct Why {
    let orders: Orders
    let states: [String: FeatureStatus]
    /// What is wrong with features' stores, in sentences.
    var damage: [String: String] = [:]
    /// Now, as the lifecycle counts.
    let uptime: Duration

    /// How far back causes are followed: a chain that long is a mistake of its own.
    static let longestChain = 16

    /// The sentences; the last one speaks of the feature itself.
    func sentences(of id: String) -> [String] { sentences(of: id, depth: 0) }

    private func sentences(of id: String, depth: Int) -> [String] {
        guard let status = states[id] else { return orders.survey.folders[id] == nil ? [] : [offSentence(id)] }
        switch status.state {
        case .off: return [offSentence(id)]
        case .waiting(let others):
            let causes = depth < Self.longestChain ? others.flatMap { sentences(of: $0, depth: depth + 1) } : []
            return unique(causes) + others.map { "\(id) waits for \($0), which is \(word(of: $0))" }
        case .starting: return ["\(id) is starting"]
        case .active: return [onSentence(id)] + gateSentences(id) + damageSentences(id)
        case .stopping: return [stoppingSentence(id)]
        case .failed(let reason, nil): return ["\(id) can't run: \(reason)"]
        case .failed(let reason, let retryAt?):
            let times = status.failures == 1 ? "failed" : "failed \(status.failures) times"
            return ["\(id) \(times); tried again \(soon(retryAt)): \(reason)"]
        case .quarantined(let reason):
            return [
                "\(id) is left alone: it \(reason)", "to try again change its settings, or switch it off and on",
            ]
        case .stuck: return ["\(id) did not stop; only a restart of the host gets rid of it"]
        }
    }

    /// That nobody can have what is switched on; nil where somebody can.
    func shutGate(of id: String) -> String? {
        guard orders.isSwitchedOn(id), !orders.canBeHad(id) else { return nil }
        let rollout = orders.rollout(of: id).map { ", \($0.inWords)," } ?? ""
        return "its gate\(gatePlace(id))\(rollout) lets nobody in"
    }

    /// - Parameter word: `off`, or `stopping` on the way there.
    private func offSentence(_ id: String, _ word: String = "off") -> String {
        "\(id) is \(word): \(causeOfOff(id))"
    }

    private func causeOfOff(_ id: String) -> String {
        if let toggle = orders.toggle(of: id) {
            guard toggle.isOn == true else { return toggle.inWords }
            if orders.lacksSettings(id) {
                return "\(toggle.inWords); but the document gives it no settings, and it needs some"
            }
        }
        if let gate = shutGate(of: id) { return gate }
        if orders.wants(id) { return "the host is stopping" }
        guard orders.documentSays(of: id) != nil else { return "the document does not name it" }
        return "the document says so" + (orders.document.forced[id].map { ": \"\($0)\"" } ?? "")
    }

    private func onSentence(_ id: String) -> String {
        guard orders.wants(id) else { return "\(id) is about to stop" }
        if let toggle = orders.toggle(of: id) { return "\(id) is on: \(toggle.inWords)" }
        return "\(id) is on: the document says so"
    }

    /// That not everybody has it, and where that is written.
    private func gateSentences(_ id: String) -> [String] {
        guard orders.wants(id), orders.isGated(id) else { return [] }
        let rollout = orders.rollout(of: id).map { ["\(id) is \($0.inWords)"] } ?? []
        return rollout + ["not everybody has \(id): its gate\(gatePlace(id)) says who"]
    }

    /// That something of what it keeps is not what was written.
    private func damageSentences(_ id: String) -> [String] {
        damage[id].map { [$0] } ?? []
    }

    private func gatePlace(_ id: String) -> String {
        orders.document.features[id]?.gate.map { " at \($0.place)" } ?? ""
    }

    private func stoppingSentence(_ id: String) -> String {
        guard orders.wants(id) else { return offSentence(id, "stopping") }
        let needs = orders.survey.manifests[id]?.needs ?? []
        if let lost = needs.first(where: { states[$0]?.state != .active }) {
            return "\(id) is stopping: it needs \(lost), which is \(word(of: lost))"
        }
        return "\(id) is stopping, to start again"
    }

    private func word(of id: String) -> String { states[id]?.state.word ?? "not there" }

    private func soon(_ time: Duration) -> String {
        let seconds = (time - uptime).components.seconds
        return seconds < 1 ? "at once" : "in \(seconds) s"
    }

    private func unique(_ sentences: [String]) -> [String] {
        var seen: Set<String> = []
        return sentences.filter { seen.insert($0).inserted }
    }
}
