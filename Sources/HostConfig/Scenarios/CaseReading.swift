@_spi(Hosting) import FeatureKit

/// Reads the parts of a case: before anything runs, with gaps where something is saved only while it runs, and then
/// again without.
struct CaseReading {
    let about: ScenarioCase
    var findings: Findings
    /// What variables may still come to.
    private(set) var budget: Int

    init(_ about: ScenarioCase, findings: Findings, budget: Int = ScenarioLimits.expanded) {
        self.about = about
        self.findings = findings
        self.budget = budget
    }

    mutating func given(
        settings: Value?, shown: Value?, now: Timestamp
    ) -> (given: ScenarioGiven, scene: ScenarioScene) {
        var scene = ScenarioScene(row: about.row, variables: about.variables, now: now)
        // The clock first, then the settings: each may be spoken of by what comes after.
        if let entry = expanded(about.given["clock"], scene, noSettings: true), let text = entry.value.writtenText,
            let moment = Timestamp(text)
        {
            scene.now = moment
        }
        var entries: [Node.Entry] = []
        for entry in about.given where entry.key == "settings" {
            if let entry = expanded(entry, scene, noSettings: true) { entries.append(entry) }
        }
        var reader = GivenReader(parts: parts)
        scene.settings = shown ?? settings ?? reader.given(entries, settings: nil, at: about.givenMark).settings
        for entry in about.given where entry.key != "settings" {
            let isClock = entry.key == "clock"
            if let entry = expanded(entry, scene, noSettings: isClock) { entries.append(entry) }
        }
        reader = GivenReader(parts: parts)
        let given = reader.given(entries, settings: settings, at: about.givenMark)
        findings = reader.parts.findings
        scene.callers = given.callers.keys.sorted()
        return (given, scene)
    }

    private mutating func expanded(_ entry: Node.Entry?, _ scene: ScenarioScene, noSettings: Bool) -> Node.Entry? {
        guard let entry else { return nil }
        let value = expanded(entry.value, scene, settings: noSettings ? .object([]) : about.contract.settings)
        return Node.Entry(key: entry.key, keyMark: entry.keyMark, value: value)
    }

    private var parts: ScenarioParts {
        ScenarioParts(contract: about.contract, origin: about.source.origin, findings: findings)
    }

    private mutating func expanded(_ node: Node, _ scene: ScenarioScene, settings: Shape? = nil) -> Node {
        var substitution = Substitution(
            scene, settings: settings ?? about.contract.settings, findings: findings, budget: budget)
        defer { (findings, budget) = (substitution.findings, substitution.budget) }
        return substitution.expanded(node)
    }

    mutating func action(_ node: Node, _ scene: ScenarioScene, isPreflight: Bool) -> ScenarioAction? {
        let node = expanded(node, scene)
        var reader = ActionReader(parts: parts, scene: scene, isPreflight: isPreflight)
        defer { findings = reader.parts.findings }
        return reader.action(node)
    }

    mutating func expectation(
        _ node: Node, _ scene: ScenarioScene
    ) -> (what: ScenarioExpectation?, saves: [String]) {
        let node = expanded(node, scene)
        var reader = ExpectationReader(parts: parts, scene: scene)
        defer { findings = reader.parts.findings }
        return reader.expectation(node)
    }

    /// What the first action that toggles wants.
    mutating func firstToggle(_ scene: ScenarioScene) -> String? {
        for action in about.steps.flatMap(\.actions) {
            if let entry = action.entry("toggle") {
                return expanded(entry.value, scene).writtenText
            }
        }
        return nil
    }

    /// Goes through all of it without running anything.
    mutating func check(now: Timestamp) {
        var (_, scene) = given(settings: nil, shown: nil, now: now)
        var isOn = !about.startsOff
        for step in about.steps {
            for node in step.actions {
                guard let action = action(node, scene, isPreflight: about.isPreflight) else {
                    // What was asked, where only running tells which route it is.
                    if node.entry("call") != nil { scene.lastRoute = .some(nil) }
                    continue
                }
                if case .toggle(let on) = action {
                    if on == isOn { add(on ? .isOnAlready : .isOffAlready, at: node.mark) }
                    isOn = on
                }
                scene.note(action)
            }
            for node in step.expectations {
                let (expectation, saves) = expectation(node, scene)
                if let expectation { scene.note(expectation) }
                for name in saves { scene.saved.updateValue(nil, forKey: name) }
            }
        }
    }

    private mutating func add(_ mistake: ScenarioMistake, at mark: Mark) {
        findings.add(Finding(.scenario(mistake), at: mark))
    }
}
