@_spi(Hosting) import FeatureKit

/// Puts what variables stand for in their places.
struct Substitution {
    /// Who may be spoken of where a variable stands.
    private enum Reach {
        /// In a row: the clock and the settings.
        case row
        /// In the scenario's own variables: the row, and those above it.
        case variables(before: Int)
        /// In steps: everything.
        case all
    }

    private let scene: ScenarioScene
    private let settings: Shape
    private(set) var findings: Findings
    /// What may still be written in the place of variables.
    private(set) var budget: Int

    /// - Parameters:
    ///   - settings: The Shape of the feature's settings.
    ///   - budget: How many keys, values and bytes of texts may come of it.
    init(_ scene: ScenarioScene, settings: Shape, findings: Findings, budget: Int = ScenarioLimits.expanded) {
        self.scene = scene
        self.settings = settings
        self.findings = findings
        self.budget = budget
    }

    /// A node with everything in the place of its variables.
    mutating func expanded(_ node: Node) -> Node { expanded(node, .all, level: 0) }

    private mutating func expanded(_ node: Node, _ reach: Reach, level: Int) -> Node {
        guard level <= ScenarioLimits.depth else {
            findings.add(Finding(.tooDeep(most: ScenarioLimits.depth), at: node.mark))
            return .open(at: node.mark)
        }
        guard spend(1, at: node.mark) else { return .open(at: node.mark) }
        switch node.content {
        case .scalar(let scalar): return expanded(scalar, node, reach, level: level)
        case .sequence(let nodes):
            var elements: [Node] = []
            for node in nodes { elements.append(expanded(node, reach, level: level + 1)) }
            return Node(content: .sequence(elements), mark: node.mark)
        case .mapping(let entries):
            var expanded: [Node.Entry] = []
            for entry in entries {
                if entry.key.contains("${") {
                    findings.add(Finding(.scenario(.variableInKey), at: entry.keyMark))
                }
                let value = self.expanded(entry.value, reach, level: level + 1)
                expanded.append(Node.Entry(key: entry.key, keyMark: entry.keyMark, value: value))
            }
            return Node(content: .mapping(expanded), mark: node.mark)
        }
    }

    private mutating func expanded(_ scalar: Scalar, _ node: Node, _ reach: Reach, level: Int) -> Node {
        let text: VariableText?
        do throws(ScenarioMistake) { text = try VariableText(scalar.raw) } catch {
            findings.add(Finding(.scenario(error), at: node.mark))
            return .open(at: node.mark)
        }
        guard let text else { return node }
        if let variable = text.alone { return value(of: variable, at: node.mark, reach, level: level) }
        var whole = ""
        for piece in text.pieces {
            switch piece {
            case .text(let text): whole += text
            case .variable(let variable):
                let value = value(of: variable, at: node.mark, reach, level: level)
                guard !value.isOpen else { return value }
                guard let part = value.writtenText else {
                    findings.add(Finding(.scenario(.noText(variable.written)), at: node.mark))
                    return .open(at: node.mark)
                }
                whole += part
            }
            guard spend(whole.utf8.count, at: node.mark) else { return .open(at: node.mark) }
        }
        // A text that was put together is one, even where it looks like a number.
        let style = scalar.style == .plain ? Scalar.Style.quoted : scalar.style
        return Node(content: .scalar(Scalar(raw: whole, style: style)), mark: node.mark)
    }

    /// What a variable stands for, at the place where it is used.
    private mutating func value(
        of variable: VariableText.Variable, at mark: Mark, _ reach: Reach, level: Int
    ) -> Node {
        switch variable {
        case .now(let offset): return Node(.text(scene.now.advanced(by: offset).description), at: mark)
        case .named("settings", let path): return settingsPart(path, at: mark)
        case .named(let name, let path):
            guard let value = value(of: name, reach, at: mark, level: level) else {
                let known = names(in: reach)
                findings.add(Finding(.scenario(.unknownVariable(name, known: known)), at: mark))
                return .open(at: mark)
            }
            return part(of: value, name, path, at: mark)
        }
    }

    private mutating func value(of name: String, _ reach: Reach, at mark: Mark, level: Int) -> Node? {
        var above = scene.variables[...]
        switch reach {
        case .row: return nil
        case .variables(let before): above = above.prefix(before)
        case .all: if let saved = scene.saved[name] { return saved.map { Node($0, at: mark) } ?? .open(at: mark) }
        }
        if let place = above.firstIndex(where: { $0.key == name }) {
            let value = expanded(above[place].value, .variables(before: place), level: level + 1)
            return Node(content: value.content, mark: mark)
        }
        guard let entry = scene.row[name] else { return nil }
        return Node(content: expanded(entry.value, .row, level: level + 1).content, mark: mark)
    }

    private mutating func settingsPart(_ path: [String], at mark: Mark) -> Node {
        guard settings.part(at: path) != nil else {
            let known = (path.count == 1 ? settings.fieldNames : []).map { "settings.\($0)" }
            let name = (["settings"] + path).joined(separator: ".")
            findings.add(Finding(.scenario(.unknownVariable(name, known: known)), at: mark))
            return .open(at: mark)
        }
        guard let settings = scene.settings else { return .open(at: mark) }
        return Node(settings[ValuePath(path.map { .member($0) })] ?? .null, at: mark)
    }

    private mutating func part(of value: Node, _ name: String, _ path: [String], at mark: Mark) -> Node {
        var part = value
        var way = name
        for step in path {
            if part.isOpen { return part }
            way += "." + step
            guard let next = part[key: step] else {
                var known: [String] = []
                if case .mapping(let entries) = part.content {
                    known = entries.map { String(way.dropLast(step.count)) + $0.key }
                }
                findings.add(Finding(.scenario(.unknownVariable(way, known: known)), at: mark))
                return .open(at: mark)
            }
            part = Node(content: next.content, mark: mark)
        }
        return part
    }

    private func names(in reach: Reach) -> [String] {
        switch reach {
        case .row: VariableText.reserved
        case .variables(let before):
            VariableText.reserved + scene.row.map(\.key) + scene.variables.prefix(before).map(\.key)
        case .all: scene.names
        }
    }

    /// Counts what was written; false, and told once, where it has become too much.
    private mutating func spend(_ amount: Int, at mark: Mark) -> Bool {
        guard budget >= 0 else { return false }
        budget -= amount
        guard budget < 0 else { return true }
        findings.add(Finding(.scenario(.tooMuchRepeated(most: ScenarioLimits.expanded)), at: mark))
        return false
    }
}
