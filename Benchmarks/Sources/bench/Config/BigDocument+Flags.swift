/// Flags as people and as flagd's users write them.
extension BigDocument {
    mutating func flag(_ index: Int) -> String {
        let area = one(of: ["shop", "tickets", "tours", "bars", "parking", "ble", "track", "account"])
        let key = "\(area).\(one(of: ["banner", "checkout", "search", "limits", "layout"]))-\(index)"
        let content =
            switch number(1...100) {
            case ...30: truth()
            case ...52: texts()
            case ...66: numbers()
            case ...78: mappings()
            case ...90: flagd()
            case ...96: short()
            default: alone()
            }
        return "  \(key):" + content
    }

    // MARK: - Kinds

    private mutating func truth() -> String {
        "\n" + described() + "    default: off\n    rules:\n"
            + (0..<number(1...2)).map { rule($0, serving: ["on", "off"]) }.joined()
    }

    private mutating func texts() -> String {
        let names = ["plain", "bold", "quiet"]
        var text = "\n" + described() + "    variants:\n"
        for name in names { text += "      \(name): \"The \(name) words that visitors read, \(number(1...99))\"\n" }
        return text + "    default: plain\n    rules:\n"
            + (0..<number(1...2)).map { rule($0, serving: names) }.joined()
    }

    private mutating func numbers() -> String {
        let names = ["low", "usual", "high"]
        let fraction = chance(40) ? ".5" : ""
        var text = "\n" + described()
        text += "    variants: {low: \(number(1...9)), usual: \(number(10...99))\(fraction), "
        text += "high: \(number(100...999))}\n"
        return text + "    default: usual\n    rules:\n"
            + (0..<number(1...2)).map { rule($0, serving: names) }.joined()
    }

    private mutating func mappings() -> String {
        let names = ["old", "new"]
        var text = "\n" + described() + "    variants:\n"
        for name in names {
            text += "      \(name):\n        title: A page for \(name) visitors\n        columns: \(number(1...4))\n"
            text += "        colours: [red, white, {dark: \"#222\", light: \"#eee\"}]\n        dense: \(chance(50))\n"
        }
        return text + "    default: old\n    off: old\n" + rule(serving: names, indent: "    ")
    }

    private mutating func flagd() -> String {
        var text = "\n    state: \(chance(90) ? "ENABLED" : "DISABLED")\n    variants: {\"on\": true, \"off\": false}\n"
        text += "    defaultVariant: \"off\"\n    targeting:\n      if:\n"
        text += "        - or:\n            - {$ref: isStaff}\n"
        text += "            - {in: [{var: country}, [\(some(2...5, of: Self.countries))]]}\n"
        text += "            - {and: [{$ref: isPro}, {\">=\": [{var: age}, \(number(16...60))]}]}\n        - \"on\"\n"
        let part = number(1...99)
        text += "        - fractional: [{cat: [{var: $flagd.flagKey}, {var: targetingKey}]}, "
        return text + "[\"on\", \(part)], [\"off\", \(100 - part)]]\n" + (chance(60) ? metadata() : "")
    }

    private mutating func short() -> String {
        "\n    default: off\n" + rule(serving: ["on"], indent: "    ")
    }

    private mutating func alone() -> String { chance(50) ? " true\n" : " \(number(1...9_999))\n" }

    // MARK: - Parts

    private mutating func described() -> String {
        var text = "    description: What visitors see of change \(number(1_000...9_999))\n"
        text += "    owner: team-\(one(of: Self.places))\n    expires: 2031-0\(number(1...9))-\(number(10...28))\n"
        if chance(15) { text += "    enabled: false\n" }
        return chance(60) ? text + metadata() : text
    }

    private mutating func metadata() -> String {
        "    metadata: {ticket: WEB-\(number(1_000...9_999)), tier: \(number(1...3)), reviewed: \(chance(50))}\n"
    }

    private mutating func rule(_ index: Int, serving names: [String]) -> String {
        let condition = condition()
        guard chance(40) else {
            let rule = rule(serving: names, indent: "        ")
            return "      - name: rule \(index + 1)\n" + rule
        }
        return "      - {when: \(condition), serve: \(names[0])}\n"
    }

    private mutating func rule(serving names: [String], indent: String) -> String {
        let when = "\(indent)when: \(condition())\n"
        switch number(1...10) {
        case ...4: return when + "\(indent)serve: \(one(of: names))\n"
        case ...7: return when + "\(indent)rollout: \(number(1...99))%\n\(indent)serve: \(names[0])\n"
        default:
            let first = number(1...99)
            let shares = "\(names[0]): \(first)%" + (names.count > 1 ? ", \(names[1]): \(100 - first)%" : "")
            return chance(50)
                ? when + "\(indent)split: {\(shares)}\n"
                : when + "\(indent)split: {by: company, seed: s\(number(1...99)), shares: {\(shares)}}\n"
        }
    }

    private mutating func condition() -> String {
        let parts = (0..<number(1...2)).map { _ in clause() }
        var seen: Set<String> = []
        let each = parts.filter { seen.insert(String($0.prefix { $0 != ":" })).inserted }
        return "{\(each.joined(separator: ", "))}"
    }

    private mutating func clause() -> String {
        switch number(1...10) {
        case 1: "country: [\(some(2...8, of: Self.countries))]"
        case 2: "plan: \(one(of: ["free", "pro", "team"]))"
        case 3: "email: {ends_with: [\"@circuit.example\", \"@partner\(number(1...99)).example\"]}"
        case 4: "app.version: {semver_gte: \(number(1...9)).\(number(0...9)).0}"
        case 5: "age: {gte: \(number(16...40)), lt: \(number(41...90))}"
        case 6: "segment: \(one(of: ["staff", "beta", "europe"]))"
        case 7: "city: {in_nocase: [\(some(2...6, of: Self.cities))]}"
        case 8: "or: [{beta: true}, {device.os: [\(some(1...3, of: ["ios", "android", "web"]))]}]"
        case 9: "not: {segment: \(one(of: ["staff", "europe"]))}"
        default: "$now: {after: 2026-0\(number(1...9))-01T00:00:00Z}"
        }
    }

    private static let countries = ["ES", "FR", "PT", "IT", "DE", "NL", "BE", "AT", "CH", "GB", "US", "BR"]
    private static let cities = ["Barcelona", "Montmeló", "Granollers", "Girona", "Madrid", "Lyon", "Porto", "Milano"]
}
