import FeatureKit
import FlagEngine

extension FlagReader {
    private enum Form {
        case people
        case flagd
    }

    private static let knownKeys = peopleKeys + commonKeys + flagdKeys
    private static let knownToFlagd = flagdKeys + commonKeys + peopleKeys
    private static let flagdKeys = ["defaultVariant", "targeting"]
    private static let peopleKeys = ["enabled", "default", "off", "rules"] + ruleKeys
    /// What both forms may say.
    private static let commonKeys = [
        "state", "variants", "description", "owner", "expires", "requires", "bucketing", "metadata", "exposures",
        "silence",
    ]

    /// Reads one flag; nil where it has errors.
    mutating func flag(_ key: String, at mark: Mark, _ node: Node) -> FlagDefinition? {
        let known = findings.errors
        flagKey = key
        let flag = content(key, at: mark, node)
        flagKey = nil
        guard findings.errors > known else { return flag }
        errorsInFlags += findings.errors - known
        invalid.append(key)
        return nil
    }

    private mutating func content(_ key: String, at mark: Mark, _ node: Node) -> FlagDefinition? {
        if key.isEmpty { add(.emptyName, at: mark) }
        if key.hasPrefix("feature.") { add(.featuresFlag(String(key.dropFirst("feature.".count))), at: mark) }
        switch node.content {
        case .mapping(let entries):
            // For what only describes a flag, nothing is the same as leaving the key out.
            return flag(key, at: mark, entries.droppingNulls { $0 != "variants" && Self.commonKeys.contains($0) })
        case .scalar where !node.isNull: return valueAlone(key, at: mark, node)
        default:
            add(.wrongKind(.flag, found: node), at: mark)
            return nil
        }
    }

    /// A flag that is nothing but a value.
    private mutating func valueAlone(_ key: String, at mark: Mark, _ node: Node) -> FlagDefinition? {
        let entry = Node.Entry(key: "value", keyMark: mark, value: node)
        guard let variants = variants(of: [entry]) else { return nil }
        var flag = FlagDefinition(
            key: key, place: place(mark), kind: variants.kind, variants: variants.list, defaultVariant: "value")
        flag.bucketing = bucketing
        flag.metadata = metadata
        return flag
    }

    private mutating func flag(_ key: String, at mark: Mark, _ entries: [Node.Entry]) -> FlagDefinition? {
        let form = form(of: entries)
        switch form {
        case .people: checkKeys(entries, known: Self.knownKeys)
        case .flagd:
            checkKeys(entries, known: Self.knownToFlagd, severity: .warning)
        }
        let known = variants(entries, form, at: mark)
        let names = (known?.list).map(Variants.init)
        var flag = FlagDefinition(
            key: key, place: place(mark), kind: known?.kind ?? .boolean, variants: names?.list ?? [])
        flag.defaultVariant = variant(entries[form == .flagd ? "defaultVariant" : "default"], of: names)
        flag.offVariant = variant(entries["off"], of: names)
        flag.isEnabled = isEnabled(entries)
        flag.bucketing = bucketing
        if let entry = entries["bucketing"] { flag.bucketing = bucketing(entry) ?? bucketing }
        switch form {
        case .people: flag.targeting = rules(entries, of: key, variants: names)
        case .flagd: flag.targeting = entries["targeting"].map { targeting($0) } ?? .none
        }
        describe(&flag, entries)
        return known == nil ? nil : flag
    }

    private mutating func form(of entries: [Node.Entry]) -> Form {
        let ours = entries.first { Self.peopleKeys.contains($0.key) }
        let theirs = entries.first { Self.flagdKeys.contains($0.key) }
        if let ours, let theirs {
            add(.bothForms(theirs: theirs.key, ours: ours.key), at: ours.keyMark)
            return .people
        }
        return theirs != nil || (ours == nil && entries["state"] != nil) ? .flagd : .people
    }

    private mutating func isEnabled(_ entries: [Node.Entry]) -> Bool {
        var isEnabled = true
        if let entry = entries["enabled"] { isEnabled = truth(entry) ?? true }
        guard let entry = entries["state"] else { return isEnabled }
        if entries["enabled"] != nil { add(.sameTwice("enabled", "state"), at: entry.keyMark) }
        guard let state = text(entry) else { return isEnabled }
        if state != "ENABLED", state != "DISABLED" { add(.unknownState(state), at: entry.mark) }
        return state != "DISABLED"
    }

    /// flagd's targeting; without a rule in it, it is none.
    private mutating func targeting(_ entry: Node.Entry) -> FlagDefinition.Targeting {
        if case .mapping(let entries) = entry.value.content, entries.isEmpty { return .none }
        return .logic(logic(entry.value))
    }

    /// Reads what is said of a flag beside whom it gives what.
    private mutating func describe(_ flag: inout FlagDefinition, _ entries: [Node.Entry]) {
        if let entry = entries["description"] { flag.summary = text(entry) }
        if let entry = entries["owner"] { flag.owner = text(entry) }
        if let entry = entries["expires"], let text = text(entry, as: .date) {
            if TextRule.date.allows(text) { flag.expires = TextRule.startOfDay(text) } else { wrong(entry, .date) }
        }
        if let entry = entries["requires"] { flag.requires = requirements(entry) }
        flag.metadata = metadata
        if let entry = entries["metadata"] {
            for (name, value) in metadata(entry) { flag.metadata[name] = value }
        }
        if let entry = entries["exposures"], let part = percentage(entry) {
            flag.sampling = Double(part) / Double(Millionths.hundred)
        }
        if let entry = entries["silence"] { flag.silenced = Set(texts(entry).map(\.content)) }
    }

    private mutating func requirements(_ entry: Node.Entry) -> [FlagDefinition.Requirement] {
        guard let entries = mapping(entry) else { return [] }
        return entries.compactMap { entry in
            guard case .scalar(let scalar) = entry.value.content, !scalar.isNull else {
                wrong(entry, .scalar)
                return nil
            }
            return FlagDefinition.Requirement(flag: entry.key, value: scalar.value, place: place(entry.keyMark))
        }
    }
}

// MARK: - Variants

extension FlagReader {
    private typealias Written = (list: [FlagDefinition.Variant], kind: FlagKind)

    /// Reads the variants; nil where they can't be made out, so that nothing is held against them.
    private mutating func variants(_ entries: [Node.Entry], _ form: Form, at mark: Mark) -> Written? {
        guard let entry = entries["variants"] else {
            if form == .flagd {
                add(.missingKey("variants"), at: mark)
                return nil
            }
            if !entries.contains(where: { Self.peopleKeys.contains($0.key) && $0.key != "enabled" }) {
                add(.saysNothing, at: mark)
            }
            return (
                [("on", true), ("off", false)].map { FlagDefinition.Variant(name: $0, value: $1, place: place(mark)) },
                .boolean
            )
        }
        guard let variants = mapping(entry) else { return nil }
        guard !variants.isEmpty else {
            add(.empty(.mapping), at: entry.mark)
            return nil
        }
        return self.variants(of: variants)
    }

    /// Reads variants of one type; numbers count as fractions as soon as one of them is written as such.
    private mutating func variants(of entries: [Node.Entry]) -> Written? {
        var list: [FlagDefinition.Variant] = []
        var first: (name: String, mark: Mark, kind: FlagKind)?
        var isFraction = false
        var isFine = true
        for entry in entries {
            if entry.key.isEmpty { add(.emptyName, at: entry.keyMark) }
            guard let kind = FlagKind(of: entry.value) else {
                wrong(entry, .variantValue)
                isFine = false
                continue
            }
            if !entry.value.isFinite { add(.notFinite, at: entry.mark) }
            remarkOddNumbers(in: entry.value)
            let plain = kind == .float ? .integer : kind
            isFraction = isFraction || kind == .float
            if let first, first.kind != plain {
                add(
                    .mixedVariants(kind, first: first.name, first.kind), at: entry.mark,
                    notes: [(first.mark, .firstHere)])
            }
            first = first ?? (entry.key, entry.mark, plain)
            list.append(.init(name: entry.key, value: entry.value.value, place: place(entry.keyMark)))
        }
        guard let first, isFine else { return nil }
        guard isFraction else { return (list, first.kind) }
        return (list.map { .init(name: $0.name, value: $0.value.asFraction, place: $0.place) }, .float)
    }

    /// Reads a variant's name; nil for nothing, which is the app's own default.
    private mutating func variant(_ entry: Node.Entry?, of variants: Variants?) -> String? {
        guard let entry, !entry.value.isNull, let name = text(entry, as: .variantName) else { return nil }
        check(name, at: entry, among: variants)
        return name
    }

    /// Holds a name against the variants, and names the one that somebody means who writes its value.
    mutating func check(_ name: String, at entry: Node.Entry, among variants: Variants?) {
        guard let variants, variants[name] == nil else { return }
        // Where so much is wrong, nobody asks of each what was meant.
        let list = findings.dropped > Findings.most ? [] : variants.list
        let sameValue = list.filter { $0.value == entry.value.value }
        add(
            .unknownVariant(
                name, known: list.map(\.name), meant: sameValue.count == 1 ? sameValue.first?.name : nil),
            at: entry.mark)
    }
}

extension FlagKind {
    fileprivate init?(of node: Node) {
        switch node.content {
        case .sequence: return nil
        case .mapping: self = .object
        case .scalar(let scalar):
            switch scalar.value {
            case .boolean: self = .boolean
            case .text: self = .string
            case .integer: self = .integer
            case .number: self = .float
            case .null, .list, .object: return nil
            }
        }
    }
}

extension Value {
    /// A whole number as one with a fraction, as far as that is exact.
    fileprivate var asFraction: Value {
        guard case .integer(let whole) = self, let number = Double(exactly: whole) else { return self }
        return .number(number)
    }
}
