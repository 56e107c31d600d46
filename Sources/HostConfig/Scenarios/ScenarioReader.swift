@_spi(Hosting) import FeatureKit
internal import HostSystem

/// Reads a file of scenarios.
struct ScenarioReader {
    private static let scenarioKeys = [
        "name", "preflight", "given", "variables", "rows", "steps", "when", "then",
    ]

    var parts: ScenarioParts
    let source: ScenarioSource
    let now: Timestamp
    /// What the variables of all cases may still come to.
    private var budget = ScenarioLimits.expanded
    /// What was told already: of what the file gives, each scenario finds the same.
    private var told: Set<Told> = []

    private struct Told: Hashable {
        let mark: Mark?
        let message: String
    }

    init(parts: ScenarioParts, source: ScenarioSource, now: Timestamp) {
        self.parts = parts
        self.source = source
        self.now = now
    }

    mutating func document(_ root: Node) -> ScenarioDocument? {
        guard case .mapping(let entries) = root.content else {
            parts.add(.wrongKind(.mapping, found: root), at: root.mark)
            return nil
        }
        parts.checkKeys(entries, known: ["given", "scenarios", "conformance"])
        let given = entries["given"].flatMap { parts.mapping($0) } ?? []
        let conformance = entries["conformance"].flatMap { self.conformance($0) }
        guard let scenarios = entries["scenarios"] else {
            if entries["conformance"] == nil { parts.add(.missingKey("scenarios"), at: root.mark) }
            return ScenarioDocument(cases: [], conformance: conformance)
        }
        return ScenarioDocument(cases: cases(scenarios, given: given), conformance: conformance)
    }

    private mutating func conformance(_ entry: Node.Entry) -> ScenarioGiven? {
        guard let entries = parts.mapping(entry) else { return nil }
        let about = made(name: "conformance", number: "", at: entry.keyMark, given: entries)
        var reading = CaseReading(about, findings: parts.findings, budget: budget)
        defer { (parts.findings, budget) = (reading.findings, reading.budget) }
        return reading.given(settings: nil, shown: nil, now: now).given
    }

    private mutating func cases(_ entry: Node.Entry, given: [Node.Entry]) -> [ScenarioCase] {
        guard let nodes = sequence(entry, .scenarios, most: ScenarioLimits.scenarios) else { return [] }
        var names: [String: Mark] = [:]
        var cases: [ScenarioCase] = []
        for (index, node) in nodes.enumerated() {
            guard case .mapping(let entries) = node.content else {
                parts.add(.wrongKind(.scenario, found: node), at: node.mark)
                continue
            }
            parts.checkKeys(entries, known: Self.scenarioKeys)
            guard let name = name(entries, &names, at: node.mark) else { continue }
            cases += scenario(name, number: index + 1, entries, given: given)
        }
        return cases
    }

    private mutating func name(
        _ entries: [Node.Entry], _ names: inout [String: Mark], at mark: Mark
    ) -> Node.Entry? {
        guard let entry = entries["name"] else {
            parts.add(.missingKey("name"), at: mark)
            return nil
        }
        guard let name = parts.text(entry) else { return nil }
        if !TextRule.sentence.allows(name) {
            parts.findings.add(Finding(.badText(.sentence, name), at: entry.mark))
        }
        if let first = names[name] {
            parts.findings.add(Finding(.scenario(.doubledName(name)), at: entry.mark, notes: [(first, .firstHere)]))
        }
        names[name] = names[name] ?? entry.mark
        return entry
    }

    // MARK: - A scenario

    private mutating func scenario(
        _ name: Node.Entry, number: Int, _ entries: [Node.Entry], given: [Node.Entry]
    ) -> [ScenarioCase] {
        let isPreflight = entries["preflight"].flatMap { parts.truth($0) } ?? false
        let own = entries["given"].flatMap { parts.mapping($0) } ?? []
        let steps = steps(entries, at: name.mark)
        let rows = rows(entries["rows"])
        let variables = variables(entries["variables"], rows: rows.map(\.entries))
        checkUse(of: variables, beside: rows.map(\.entries), in: given + own, steps)
        let text = name.value.writtenText ?? ""
        var cases: [ScenarioCase] = []
        var perRow: [(findings: Findings, row: Mark)] = []
        for (index, row) in (rows.isEmpty ? [Row(entries: [], mark: name.mark)] : rows).enumerated() {
            let label = rows.isEmpty ? text : "\(text) [\(row.label)]"
            var about = made(
                name: label, number: rows.isEmpty ? "\(number)" : "\(number).\(index + 1)", at: name.mark,
                given: given.covered(by: own), isPreflight: isPreflight, steps: steps, row: row.entries,
                variables: variables)
            var reading = CaseReading(about, findings: Findings(), budget: budget)
            let scene = ScenarioScene(row: row.entries, variables: variables, now: now)
            if reading.firstToggle(scene) == "on" { about = about.startingOff }
            reading = CaseReading(about, findings: Findings(), budget: reading.budget)
            reading.check(now: now)
            budget = reading.budget
            perRow.append((reading.findings, row.mark))
            cases.append(about)
        }
        gather(perRow)
        return cases
    }

    private func made(
        name: String, number: String, at mark: Mark, given: [Node.Entry], isPreflight: Bool = false,
        steps: [ScenarioStep] = [], row: [Node.Entry] = [], variables: [Node.Entry] = []
    ) -> ScenarioCase {
        ScenarioCase(
            source: source, name: name, number: number, mark: mark, isPreflight: isPreflight, startsOff: false,
            steps: steps, contract: parts.contract, given: given, givenMark: mark, row: row, variables: variables)
    }

    /// Tells once what is wrong in all rows, and of the rest in which row.
    private mutating func gather(_ perRow: [(findings: Findings, row: Mark)]) {
        var order: [Told] = []
        var found: [Told: (finding: Finding, rows: [Mark])] = [:]
        for (findings, row) in perRow {
            for finding in findings.list {
                let key = Told(mark: finding.mark, message: finding.problem.message)
                if found[key] == nil { order.append(key) }
                var rows = found[key]?.rows ?? []
                if rows.last != row { rows.append(row) }
                found[key] = (found[key]?.finding ?? finding, rows)
            }
        }
        for key in order where told.insert(key).inserted {
            guard let (finding, rows) = found[key] else { continue }
            let isInAll = rows.count == perRow.count
            let notes = finding.notes + (isInAll ? [] : rows.prefix(1).map { ($0, Remark.inThisRow) })
            let told = Finding(finding.problem, at: finding.mark, notes: notes)
            if finding.severity == .error { parts.findings.add(told) } else { parts.findings.add(warning: told) }
        }
    }

    // MARK: - Steps

    private mutating func steps(_ entries: [Node.Entry], at mark: Mark) -> [ScenarioStep] {
        let own = entries.filter { $0.key == "when" || $0.key == "then" }
        guard let entry = entries["steps"] else {
            if own.isEmpty { parts.add(.missingKey("steps"), at: mark) }
            return [step(own, at: mark)]
        }
        for other in own { parts.add(.together("steps", other.key), at: other.keyMark) }
        guard let nodes = sequence(entry, .steps, most: ScenarioLimits.steps) else { return [] }
        var steps: [ScenarioStep] = []
        for node in nodes {
            guard case .mapping(let entries) = node.content, !entries.isEmpty else {
                parts.add(.wrongKind(.step, found: node), at: node.mark)
                continue
            }
            parts.checkKeys(entries, known: ["when", "then"])
            steps.append(step(entries, at: node.mark))
        }
        return steps
    }

    private mutating func step(_ entries: [Node.Entry], at mark: Mark) -> ScenarioStep {
        ScenarioStep(actions: items(entries["when"]), expectations: items(entries["then"]))
    }

    /// One thing, or a list of them.
    private mutating func items(_ entry: Node.Entry?) -> [Node] {
        guard let entry else { return [] }
        switch entry.value.content {
        case .mapping: return [entry.value]
        case .sequence: return sequence(entry, .items, most: ScenarioLimits.steps) ?? []
        case .scalar:
            parts.wrong(entry, .items)
            return []
        }
    }

    private mutating func sequence(
        _ entry: Node.Entry, _ wanted: ScenarioMistake.Wanted, most: Int
    ) -> [Node]? {
        guard case .sequence(let nodes) = entry.value.content, !nodes.isEmpty else {
            parts.wrong(entry, wanted)
            return nil
        }
        if nodes.count > most { parts.add(.tooMany(entry.key, most: most), at: entry.keyMark) }
        return Array(nodes.prefix(most))
    }

    // MARK: - Rows and variables

    private struct Row {
        let entries: [Node.Entry]
        let mark: Mark

        /// The longest label, in characters.
        static let longest = 100

        /// As it stands behind the scenario's name.
        var label: String {
            let parts = entries.map { entry in
                "\(entry.key): \(entry.value.writtenText ?? entry.value.value.json)"
            }
            let text = Printable.escaped(parts.joined(separator: ", "))
            return text.count <= Self.longest ? text : text.prefix(Self.longest - 1) + "…"
        }
    }

    private mutating func rows(_ entry: Node.Entry?) -> [Row] {
        guard let entry, let nodes = sequence(entry, .rows, most: ScenarioLimits.rows) else { return [] }
        var rows: [Row] = []
        for node in nodes {
            guard case .mapping(let entries) = node.content, !entries.isEmpty else {
                parts.add(.wrongKind(.row, found: node), at: node.mark)
                continue
            }
            for entry in entries { checkName(entry) }
            rows.append(Row(entries: entries, mark: node.mark))
        }
        return rows
    }

    private mutating func variables(_ entry: Node.Entry?, rows: [[Node.Entry]]) -> [Node.Entry] {
        guard let entry, let entries = parts.mapping(entry) else { return [] }
        if entries.count > ScenarioLimits.variables {
            parts.add(.tooMany(entry.key, most: ScenarioLimits.variables), at: entry.keyMark)
        }
        let taken = Set(rows.joined().map(\.key))
        for entry in entries {
            checkName(entry)
            if taken.contains(entry.key) { parts.add(.takenVariable(entry.key), at: entry.keyMark) }
        }
        return Array(entries.prefix(ScenarioLimits.variables))
    }

    /// Reports variables that nothing uses: their name is misspelled, or they are left over.
    private mutating func checkUse(
        of variables: [Node.Entry], beside rows: [[Node.Entry]], in given: [Node.Entry], _ steps: [ScenarioStep]
    ) {
        guard !variables.isEmpty else { return }
        // Problems of the names themselves have been reported already.
        let taken = Set(rows.joined().map(\.key) + VariableText.reserved)
        let nodes = (given + variables).map(\.value) + steps.flatMap { $0.actions + $0.expectations }
        let spoken = nodes.reduce(into: Set<String>()) { $0.formUnion($1.spokenOf) }
        for entry in variables where !spoken.contains(entry.key) && !taken.contains(entry.key) {
            parts.add(.unusedVariable(entry.key), at: entry.keyMark)
        }
    }

    private mutating func checkName(_ entry: Node.Entry) {
        if VariableText.reserved.contains(entry.key) {
            parts.add(.reservedVariable(entry.key), at: entry.keyMark)
        } else if !VariableText.isName(entry.key) {
            parts.add(.badVariable(entry.key), at: entry.keyMark)
        }
    }
}

extension ScenarioCase {
    fileprivate var startingOff: ScenarioCase {
        ScenarioCase(
            source: source, name: name, number: number, mark: mark, isPreflight: isPreflight, startsOff: true,
            steps: steps, contract: contract, given: given, givenMark: givenMark, row: row, variables: variables)
    }
}

extension [Node.Entry] {
    /// How deep two `given` are laid over each other: settings as documents are, the rest by name.
    private static let depths = ["settings": Int.max, "documents": 2, "clock": 0]

    /// What a file gives with what its scenario gives laid over it.
    fileprivate func covered(by others: [Node.Entry]) -> [Node.Entry] {
        covered(by: others) { Self.depths[$0] ?? 1 }
    }

    private func covered(by others: [Node.Entry], depth: (String) -> Int) -> [Node.Entry] {
        var merged = self
        for other in others {
            guard let place = merged.firstIndex(where: { $0.key == other.key }) else {
                merged.append(other)
                continue
            }
            let depth = depth(other.key)
            guard depth > 0, case .mapping(let old) = merged[place].value.content,
                case .mapping(let new) = other.value.content
            else {
                merged[place] = other
                continue
            }
            let value = Node(content: .mapping(old.covered(by: new) { _ in depth - 1 }), mark: other.value.mark)
            merged[place] = Node.Entry(key: other.key, keyMark: other.keyMark, value: value)
        }
        return merged
    }
}
