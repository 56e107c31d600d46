@_spi(Hosting) internal import FeatureKit

/// Lays a Shape out flat.
struct ShapeCompiler {
    /// Whose names or cases an element of `written` holds.
    private enum Owner {
        case fields(from: Int)
        case cases(ofRule: Int)
    }

    private var rules: [ShapeRules.Rule] = []
    private var fields: [ShapeRules.Field] = []
    private var durations: [ClosedRange<Duration>] = []
    /// What goes onto the rules' tape: a mapping for each mapping, a list for each choice.
    private var written: [Value] = []
    private var owners: [Owner] = []
    /// Whether every mapping names its fields only once.
    private var isWell = true

    /// The rules of a Shape; nothing fits those of a Shape that names a field twice, or whose defaults no JSON can
    /// tell.
    static func rules(of shape: Shape) -> ShapeRules {
        var compiler = ShapeCompiler()
        compiler.add(shape)
        return compiler.finish() ?? .never
    }

    private mutating func finish() -> ShapeRules? {
        let document = Value.list(written)
        var reader = JSONReader(limits: .none)
        guard isWell, let tape = try? reader.read(Array(document.json.utf8).span), tape.value == document else {
            return nil
        }
        tape.lend { place(on: $0) }
        return ShapeRules(rules: rules, fields: fields, durations: durations, tape: tape)
    }

    /// Notes where on the rules' tape names and cases have come to lie.
    private mutating func place(on tape: TapeView) {
        var index = 1
        for owner in owners {
            switch owner {
            case .cases(let rule): rules[rule].first = index + 1
            case .fields(var field):
                tape.forEachMember(of: index) { name, _ in
                    fields[field].name = name
                    field += 1
                }
            }
            index = tape.next(after: index)
        }
    }

    /// Adds a shape's rule and those of its parts.
    @discardableResult
    private mutating func add(_ shape: Shape) -> Int {
        let index = rules.count
        rules.append(ShapeRules.Rule(kind: .never))
        rules[index] = rule(of: shape, at: index)
        return index
    }

    private mutating func rule(of shape: Shape, at index: Int) -> ShapeRules.Rule {
        switch shape.kind {
        case .anything: return .init(kind: .anything)
        case .boolean: return .init(kind: .boolean)
        case .integer(let bounds):
            return .init(
                kind: .integer, least: UInt64(bitPattern: bounds.lowerBound),
                most: UInt64(bitPattern: bounds.upperBound))
        case .number(let bounds):
            return .init(kind: .number, least: bounds.lowerBound.bitPattern, most: bounds.upperBound.bitPattern)
        case .text(let length): return .init(.text, length)
        case .path, .secret: return .init(kind: .freeText)
        case .timestamp: return .init(kind: .timestamp)
        case .duration(let bounds):
            durations.append(bounds)
            return .init(kind: .duration, first: durations.count - 1)
        case .choice(let cases):
            write(.list(cases.map { .text($0) }), .cases(ofRule: index))
            return .init(kind: .choice, count: cases.count)
        case .list(let element, let count): return .init(.list, count, first: add(element))
        case .map(let element, let count): return .init(.map, count, first: add(element))
        case .object(let fields): return object(fields)
        case .media(let most): return media(upTo: most)
        @unknown default: return .init(kind: .never)
        }
    }

    private mutating func object(_ parts: [Field]) -> ShapeRules.Rule {
        let first = fields.count
        // The fields of one mapping lie side by side, so they get their places before their own parts do.
        fields += parts.map { ShapeRules.Field(isRequired: $0.isRequired, hasDefault: $0.defaultValue != nil) }
        let defaults = parts.map { part in (part.name, part.defaultValue.map(part.shape.completed) ?? .null) }
        let members = Members(defaults)
        if members.count < parts.count { isWell = false }
        write(.object(members), .fields(from: first))
        for (offset, part) in parts.enumerated() { fields[first + offset].rule = add(part.shape) }
        return .init(kind: .object, first: first, count: parts.count, required: parts.count(where: \.isRequired))
    }

    private mutating func media(upTo most: Int) -> ShapeRules.Rule {
        let rule = object(Media.fields)
        for (offset, part) in Media.fields.enumerated() where part.name == "base64" {
            rules[fields[rule.first + offset].rule] = .init(.base64, 0...most)
        }
        return rule
    }

    private mutating func write(_ value: Value, _ owner: Owner) {
        written.append(value)
        owners.append(owner)
    }
}
