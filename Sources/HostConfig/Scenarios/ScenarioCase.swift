package import FeatureKit

/// One row of one scenario, checked; what it says is read part by part while it runs.
package struct ScenarioCase: Sendable {
    package let source: ScenarioSource
    /// The scenario's name, and the row in brackets where there are rows.
    package let name: String
    /// The same in every process: the scenario's number in its file, and the row's.
    package let number: String
    package let mark: Mark
    /// Whether it is tried before the feature is switched on.
    package let isPreflight: Bool
    /// Whether it begins with the feature off, because the first thing that it toggles is `on`.
    package let startsOff: Bool
    package let steps: [ScenarioStep]
    let contract: ScenarioContract
    /// What the file gives, with what the scenario gives laid over it.
    let given: [Node.Entry]
    let givenMark: Mark
    let row: [Node.Entry]
    let variables: [Node.Entry]
}

// MARK: - While it runs

extension ScenarioCase {
    /// What there is before it begins, and what is known from then on.
    ///
    /// - Parameters:
    ///   - settings: Those of a document, which stand in the place of its own.
    ///   - shown: The same as they may be shown.
    package func given(
        settings: Value?, shown: Value?, now: Timestamp
    ) throws(ScenarioFault) -> (given: ScenarioGiven, scene: ScenarioScene) {
        var reading = CaseReading(self, findings: Findings())
        let result = reading.given(settings: settings, shown: shown, now: now)
        try check(reading.findings)
        return result
    }

    /// What a node of `actions` does.
    package func action(
        _ node: Node, _ scene: ScenarioScene, isPreflight: Bool
    ) throws(ScenarioFault) -> ScenarioAction {
        var reading = CaseReading(self, findings: Findings())
        let action = reading.action(node, scene, isPreflight: isPreflight)
        try check(reading.findings)
        guard let action else { throw unknown(at: node.mark) }
        return action
    }

    /// What a node of `expectations` expects.
    package func expectation(_ node: Node, _ scene: ScenarioScene) throws(ScenarioFault) -> ScenarioExpectation {
        var reading = CaseReading(self, findings: Findings())
        let expectation = reading.expectation(node, scene).what
        try check(reading.findings)
        guard let expectation else { throw unknown(at: node.mark) }
        return expectation
    }

    private func check(_ findings: Findings) throws(ScenarioFault) {
        guard findings.hasErrors else { return }
        throw ScenarioFault(description: source.told(findings))
    }

    private func unknown(at mark: Mark) -> ScenarioFault {
        ScenarioFault(description: source.told("not all of this is known yet", at: mark))
    }

    /// Whether the scenario looks at the feature's state, from an expectation on.
    package func looksAtState(fromStep step: Int, expectation: Int) -> Bool {
        steps.indices.dropFirst(step).contains { index in
            steps[index].expectations.dropFirst(index == step ? expectation : 0).contains { $0[key: "state"] != nil }
        }
    }
}

extension ScenarioScene {
    /// Takes note of what an action changes.
    package mutating func note(_ action: ScenarioAction) {
        switch action {
        case .call(let call): lastRoute = .some(call.route)
        case .settings(let value): settings = value
        case .clock(let moment): now = moment
        case .advance(let duration): now = now.advanced(by: duration)
        case .publish, .toggle, .flags, .neighbours, .routes, .store: break
        }
    }

    /// Takes note of what an expectation asks.
    package mutating func note(_ expectation: ScenarioExpectation) {
        if case .call(let call, _, _) = expectation { lastRoute = .some(call.route) }
    }
}
