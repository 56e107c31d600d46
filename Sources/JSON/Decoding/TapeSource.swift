@_spi(Hosting) internal import FeatureKit

/// Where a value that is decoded lies.
struct TapePlace {
    /// What stands for no rule, and for no mapping.
    static let none: Int32 = -1

    /// The index of its token; below zero it is a default's, counted from -1 downwards on the rules' tape.
    let index: Int32
    /// The rule that says which defaults its parts have; of a default, which has its own already, the mapping that
    /// lacks it.
    let rule: Int32

    var isDefault: Bool { index < 0 }
}

/// One document on its way into Swift's types, which all its decoders share.
final class TapeSource {
    private let owner: JSONTape
    let tape: TapeView
    let rules: ShapeRules?
    /// The mapping that was read last, its next name and its end: most types ask for its members in the order in
    /// which they stand there.
    private var lastMapping: Int32 = .min
    private var nextName = 0
    private var lastEnd = 0

    init(tape: JSONTape, rules: ShapeRules?) {
        owner = tape
        self.tape = tape.lend { $0 }
        self.rules = rules
    }

    /// The document itself.
    var root: TapePlace { TapePlace(index: 0, rule: rules == nil ? TapePlace.none : 0) }

    /// The tape that a place is on, and where on it.
    @inline(__always)
    func locate(_ place: TapePlace) -> (tape: TapeView, index: Int) {
        if place.isDefault, let rules { return (rules.own, Int(~place.index)) }
        return (tape, Int(place.index))
    }

    @inline(__always)
    func token(_ place: TapePlace) -> JSONToken {
        if place.isDefault, let rules { return rules.own[Int(~place.index)] }
        return tape[Int(place.index)]
    }

    func text(_ place: TapePlace) -> String {
        let (tape, index) = locate(place)
        return tape.text(index)
    }

    /// The value of a member; its default where it is absent and has one.
    @inline(__always)
    func member(_ key: String, of place: TapePlace) -> TapePlace? {
        if place.index == lastMapping, !place.isDefault, nextName < lastEnd, tape.text(nextName, equals: key) {
            return found(nextName, in: place, on: tape)
        }
        return search(for: key, in: place)
    }

    @inline(never)
    private func search(for key: String, in place: TapePlace) -> TapePlace? {
        let (tape, index) = locate(place)
        guard tape[index].kind == .object else { return nil }
        let end = tape.next(after: index)
        let start = lastMapping == place.index && nextName < end ? nextName : index &+ 1
        (lastMapping, nextName, lastEnd) = (place.index, start, end)
        if let name = name(key, from: start, to: end, on: tape) ?? name(key, from: index &+ 1, to: start, on: tape) {
            return found(name, in: place, on: tape)
        }
        return place.isDefault ? nil : absent(key, in: place)
    }

    private func name(_ key: String, from start: Int, to end: Int, on tape: TapeView) -> Int? {
        var name = start
        while name < end {
            if tape.text(name, equals: key) { return name }
            name = tape.next(after: name &+ 1)
        }
        return nil
    }

    @inline(__always)
    private func found(_ name: Int, in place: TapePlace, on tape: TapeView) -> TapePlace {
        let value = name &+ 1
        nextName = tape.next(after: value)
        guard !place.isDefault else {
            return TapePlace(index: ~Int32(truncatingIfNeeded: value), rule: place.rule)
        }
        // Only what has parts has a rule to know.
        let rule = place.rule < 0 || !tape[value].isContainer ? TapePlace.none : rule(ofMember: name, in: place)
        return TapePlace(index: Int32(truncatingIfNeeded: value), rule: rule)
    }

    private func rule(ofMember name: Int, in place: TapePlace) -> Int32 {
        guard let rules else { return TapePlace.none }
        let rule = rules.rules[Int(place.rule)]
        switch rule.kind {
        case .map: return Int32(truncatingIfNeeded: rule.first)
        case .object where tape[name &+ 1].isContainer:
            guard let offset = rules.field(of: rule, named: name, on: tape, from: 0) else { return TapePlace.none }
            return Int32(truncatingIfNeeded: rules.fields[rule.first &+ offset].rule)
        default: return TapePlace.none
        }
    }

    private func absent(_ key: String, in place: TapePlace) -> TapePlace? {
        guard let rules, place.rule >= 0 else { return nil }
        let rule = rules.rules[Int(place.rule)]
        guard rule.kind == .object else { return nil }
        for field in rules.fields[rule.first..<(rule.first &+ rule.count)]
        where field.hasDefault && rules.own.text(field.name, equals: key) {
            return TapePlace(index: ~Int32(truncatingIfNeeded: field.name &+ 1), rule: place.index)
        }
        return nil
    }

    /// The rule of a list's elements.
    func elementRule(of place: TapePlace) -> Int32 {
        guard !place.isDefault else { return place.rule }
        guard let rules, place.rule >= 0 else { return TapePlace.none }
        let rule = rules.rules[Int(place.rule)]
        return rule.kind == .list ? Int32(truncatingIfNeeded: rule.first) : TapePlace.none
    }

    /// Walks over the members of a mapping, then over what it lacks and has a default.
    func forEachMember(of place: TapePlace, _ body: (_ name: String, _ value: TapePlace) -> Void) {
        let (tape, index) = locate(place)
        tape.forEachMember(of: index) { name, value in
            let rule = place.isDefault || place.rule < 0 ? place.rule : self.rule(ofMember: name, in: place)
            let index = Int32(truncatingIfNeeded: place.isDefault ? ~value : value)
            body(tape.text(name), TapePlace(index: index, rule: rule))
        }
        guard let rules, !place.isDefault, place.rule >= 0, rules.rules[Int(place.rule)].kind == .object else { return }
        let rule = rules.rules[Int(place.rule)]
        for field in rules.fields[rule.first..<(rule.first &+ rule.count)] where field.hasDefault {
            let name = rules.own.text(field.name)
            if let value = member(name, of: place), value.isDefault { body(name, value) }
        }
    }

    /// Plain data, with its defaults.
    func value(_ place: TapePlace) -> Value {
        let (tape, index) = locate(place)
        guard !place.isDefault, place.rule >= 0, tape[index].isContainer else { return tape.value(at: index) }
        if tape[index].kind == .list {
            let rule = elementRule(of: place)
            var list: [Value] = []
            tape.forEachElement(of: index) { element in
                list.append(value(TapePlace(index: Int32(truncatingIfNeeded: element), rule: rule)))
            }
            return .list(list)
        }
        var members = Members()
        forEachMember(of: place) { name, place in members[name] = value(place) }
        return .object(members)
    }
}
