@_spi(Hosting) import FeatureKit
import FlagEngine

/// Reads what a value is expected to be like, and holds it against the Shape of what will come.
struct LikenessReader {
    let origin: Origin
    var findings: Findings

    init(origin: Origin, findings: Findings) {
        self.origin = origin
        self.findings = findings
    }

    /// - Parameter saves: Whether `$save` may stand here: not where several things are tried.
    mutating func likeness(_ node: Node, _ shape: Shape, saves: Bool = true) -> Likeness {
        if node.isOpen { return .present }
        switch (node.content, shape.kind) {
        case (.mapping(let entries), _) where entries.contains(where: \.isMatcher):
            return matchers(entries, shape, saves: saves)
        case (.mapping(let entries), .object(let fields)): return members(entries, of: fields, saves: saves)
        case (.mapping(let entries), .media): return members(entries, of: Media.fields, saves: saves)
        case (.mapping(let entries), .map(let element, _)): return members(entries, saves: saves) { _ in element }
        case (.mapping(let entries), .anything): return members(entries, saves: saves) { _ in .anything }
        case (.sequence(let nodes), .list(let element, let count)):
            if !count.contains(nodes.count) { add(.listLength(found: nodes.count, wanted: count), at: node.mark) }
            return list(nodes, of: element, saves: saves)
        case (.sequence(let nodes), .anything): return list(nodes, of: .anything, saves: saves)
        default: return .equal(value(node, shape))
        }
    }

    private mutating func list(_ nodes: [Node], of element: Shape, saves: Bool) -> Likeness {
        var elements: [Likeness] = []
        for node in nodes { elements.append(likeness(node, element, saves: saves)) }
        return .list(elements)
    }

    private mutating func members(_ entries: [Node.Entry], of fields: [Field], saves: Bool) -> Likeness {
        let known = fields.map(\.name)
        return members(
            entries, saves: saves,
            optional: { name in
                fields.first { $0.name == name }.map { !$0.isRequired } ?? false
            },
            isRequired: { name in fields.contains { $0.name == name && $0.isRequired } }
        ) { name in
            fields.first { $0.name == name }?.shape
        } unknown: {
            .unknownMember($0, known: known)
        }
    }

    private mutating func members(
        _ entries: [Node.Entry], saves: Bool, optional: (String) -> Bool = { _ in false },
        isRequired: (String) -> Bool = { _ in false }, shape: (String) -> Shape?,
        unknown: (String) -> ScenarioMistake = { .unknownMember($0, known: []) }
    ) -> Likeness {
        var members: [(name: String, value: Likeness)] = []
        for entry in entries {
            let name = entry.plainKey
            guard let shape = shape(name) else {
                add(unknown(name), at: entry.keyMark)
                continue
            }
            // Nothing, where there need not be anything, is the same as its absence.
            let value: Likeness =
                entry.value.isNull && optional(name) ? .absent : likeness(entry.value, shape, saves: saves)
            if case .absent = value, isRequired(name) { add(.alwaysThere(name), at: entry.keyMark) }
            members.append((name, value))
        }
        return .members(members)
    }

    /// A whole value, complete and without matchers in it.
    mutating func value(_ node: Node, _ shape: Shape) -> Value {
        var reader = ScenarioValueReader(origin: origin, findings: findings)
        defer { findings = reader.findings }
        return shape.canonical(reader.value(of: node, as: shape))
    }

    mutating func add(_ mistake: ScenarioMistake, at mark: Mark) {
        findings.add(Finding(.scenario(mistake), at: mark))
    }
}

// MARK: - Matchers

extension LikenessReader {
    private static let names =
        Likeness.Order.allCases.map(\.rawValue) + [
            "$any", "$absent", "$about", "$matches", "$contains", "$count", "$each", "$not", "$or", "$exactly", "$save",
        ]

    private mutating func matchers(_ entries: [Node.Entry], _ shape: Shape, saves: Bool) -> Likeness {
        var all: [Likeness] = []
        for entry in entries {
            guard entry.isMatcher else {
                if entry.key == "within", entries["$about"] != nil { continue }
                add(.matcherBesideMembers(entry.key), at: entry.keyMark)
                continue
            }
            if let matcher = matcher(entry, entries, shape, saves: saves) { all.append(matcher) }
        }
        let likeness = all.count == 1 ? all[0] : Likeness.all(all)
        if let first = entries.first(where: \.isMatcher), !entries.contains(where: \.value.holdsOpen),
            shape.neverIsLike(likeness)
        {
            add(.neverLike(shape: shape.inWords), at: first.keyMark)
        }
        return likeness
    }

    private mutating func matcher(
        _ entry: Node.Entry, _ all: [Node.Entry], _ shape: Shape, saves: Bool
    ) -> Likeness? {
        if let order = Likeness.Order(rawValue: entry.key) { return compared(order, entry, shape) }
        switch entry.key {
        case "$any": return onlyTrue(entry, .present)
        case "$absent": return onlyTrue(entry, .absent)
        case "$about": return about(entry, all["within"], shape)
        case "$matches": return matching(entry, shape)
        case "$contains": return contains(entry, shape, saves: saves)
        case "$count":
            guard isFit(entry, shape, shape.isCollection) else { return nil }
            return .count(likeness(entry.value, shape.count, saves: false))
        case "$each":
            guard isFit(entry, shape, shape.isCollection) else { return nil }
            return .each(likeness(entry.value, shape.element, saves: false))
        case "$not": return .not(likeness(entry.value, shape, saves: false))
        case "$or":
            guard case .sequence(let nodes) = entry.value.content, !nodes.isEmpty else {
                return wrong(entry, .alternatives)
            }
            var others: [Likeness] = []
            for node in nodes { others.append(likeness(node, shape, saves: false)) }
            return .either(others)
        case "$exactly": return entry.value.isOpen ? .present : .exactly(value(entry.value, shape))
        case "$save": return save(entry, saves: saves)
        default:
            add(.unknownMatcher(entry.key, known: Self.names), at: entry.keyMark)
            return nil
        }
    }

    private mutating func wrong(_ entry: Node.Entry, _ wanted: ScenarioMistake.Wanted) -> Likeness? {
        if !entry.value.isOpen { add(.wrongKind(wanted, found: entry.value), at: entry.mark) }
        return nil
    }

    private mutating func isFit(_ entry: Node.Entry, _ shape: Shape, _ fits: Bool) -> Bool {
        if !fits { add(.misplacedMatcher(entry.key, shape: shape.inWords), at: entry.keyMark) }
        return fits
    }

    private mutating func onlyTrue(_ entry: Node.Entry, _ matcher: Likeness) -> Likeness? {
        if entry.value.isOpen { return matcher }
        guard case .scalar(let scalar) = entry.value.content, scalar.value == true else {
            add(.onlyTrue(entry.key), at: entry.mark)
            return nil
        }
        return matcher
    }

    private mutating func compared(_ order: Likeness.Order, _ entry: Node.Entry, _ shape: Shape) -> Likeness? {
        guard isFit(entry, shape, shape.isOrdered), !entry.value.isOpen else { return nil }
        guard case .scalar(let scalar) = entry.value.content, let quantity = shape.quantity(scalar) else {
            add(.wrongKind(shape.operand, found: entry.value), at: entry.mark)
            return nil
        }
        return .compared(order, quantity)
    }

    private mutating func about(_ entry: Node.Entry, _ within: Node.Entry?, _ shape: Shape) -> Likeness? {
        guard isFit(entry, shape, shape.isNumber) else { return nil }
        guard let within else {
            add(.missingKey("within"), at: entry.keyMark)
            return nil
        }
        guard let wanted = number(entry), let distance = number(within) else { return nil }
        // Nothing would be like it, and a silence could not be broken.
        guard distance >= 0 else {
            add(.negativeDistance, at: within.value.mark)
            return nil
        }
        return .about(wanted, within: distance)
    }

    private mutating func number(_ entry: Node.Entry) -> Double? {
        if case .scalar(let scalar) = entry.value.content, let number = Quantity(scalar.value)?.asNumber,
            number.isFinite
        {
            return number
        }
        _ = wrong(entry, .number)
        return nil
    }

    private mutating func matching(_ entry: Node.Entry, _ shape: Shape) -> Likeness? {
        guard isFit(entry, shape, shape.isText), !entry.value.isOpen else { return nil }
        guard let text = entry.value.writtenText else { return wrong(entry, .pattern) }
        do { return .matching(try TextPattern(text)) } catch {
            add(.badPattern(reason: error.reason), at: entry.mark)
            return nil
        }
    }

    private mutating func contains(_ entry: Node.Entry, _ shape: Shape, saves: Bool) -> Likeness? {
        if case .list(let element, _) = shape.kind {
            return .havingElement(likeness(entry.value, element, saves: saves))
        }
        guard isFit(entry, shape, shape.isText), !entry.value.isOpen else { return nil }
        // Of anything only what comes tells whether it is a text; a text alone is looked for in both.
        if case .anything = shape.kind {
            let element = Likeness.havingElement(likeness(entry.value, .anything, saves: false))
            guard let text = entry.value.writtenText else { return element }
            return .either([.containing(text: text), element])
        }
        guard let text = entry.value.writtenText else { return wrong(entry, .text) }
        return .containing(text: text)
    }

    private mutating func save(_ entry: Node.Entry, saves: Bool) -> Likeness? {
        guard let name = entry.value.writtenText, VariableText.isName(name) else { return wrong(entry, .name) }
        if !saves { add(.cannotSave, at: entry.keyMark) }
        return .saved(name)
    }
}

extension Node.Entry {
    /// Whether its key is a matcher's name rather than a member's.
    var isMatcher: Bool { key.hasPrefix("$") && !key.hasPrefix("$$") }

    /// The member that is meant: `$$ref` is one that is called `$ref`.
    var plainKey: String { key.hasPrefix("$$") ? String(key.dropFirst()) : key }
}

extension Shape {
    fileprivate var isCollection: Bool {
        switch kind {
        case .list, .map, .anything: true
        default: false
        }
    }

    /// How many elements may stand in it.
    fileprivate var count: Shape {
        switch kind {
        case .list(_, let count), .map(_, let count):
            .integer(in: Int64(count.lowerBound)...Int64(count.upperBound))
        default: .integer(in: 0 ... .max)
        }
    }

    fileprivate var element: Shape {
        switch kind {
        case .list(let element, _), .map(let element, _): element
        default: .anything
        }
    }

    fileprivate var isNumber: Bool {
        switch kind {
        case .integer, .number, .anything: true
        default: false
        }
    }

    fileprivate var isOrdered: Bool {
        switch kind {
        case .duration, .timestamp: true
        default: isNumber
        }
    }

    fileprivate var isText: Bool {
        switch kind {
        case .text, .choice, .path, .secret, .duration, .timestamp, .anything: true
        default: false
        }
    }

    fileprivate var operand: ScenarioMistake.Wanted {
        switch kind {
        case .duration: .duration
        case .timestamp: .moment
        case .integer, .number: .number
        default: .operand
        }
    }

    fileprivate func quantity(_ scalar: Scalar) -> Quantity? {
        switch kind {
        case .duration: return DurationText.parse(scalar.raw).map(Quantity.duration)
        case .timestamp: return Timestamp(scalar.raw).map(Quantity.moment)
        case .integer, .number: return Quantity(scalar.value).flatMap { $0.asNumber == nil ? nil : $0 }
        default: return Quantity(scalar.value)
        }
    }
}
