@_spi(Hosting) import FeatureKit
import HostSystem

/// The section `access` of a host's document: what it may hold, and the check of what its Shape can't say.
struct AccessSection {
    static let name = "access"
    static let mostIssuers = 32
    /// Texts that may stand for one thing, such as an issuer's audiences; attributes and roles.
    static let mostNames = 100
    /// The longest clocks may be apart.
    static let mostSkew = Duration.seconds(300)
    /// How often the keys of an address are asked for that does not say it, and how long that may take.
    static let usualInterval = Duration.seconds(3_600)
    static let timeout = Duration.seconds(10)

    static let shape = Shape.object([
        Field(
            "issuers", .map(of: issuer, count: 0...mostIssuers), "Whose tokens count, by the names they have here.",
            default: [:])
    ])

    private static let text = Shape.text(length: 1...1_024)

    private static let issuer = Shape.object([
        Field("issuer", .list(of: text, count: 1...mostNames), "What the tokens have as iss, to the letter."),
        Field("audience", .list(of: text, count: 1...mostNames), "What they have as aud; one of it is enough."),
        Field(
            "keys",
            .object([
                Field("route", .text(), "A feature's route that replies with a JWKS.", optional: true),
                Field("url", .text(), "The address of a JWKS.", optional: true),
                Field("file", .path, "A file with a JWKS.", optional: true),
            ]), "Where the keys come from that the tokens are signed with."),
        Field("revoked", .text(), "A feature's topic that tells which sessions are over.", optional: true),
        Field(
            "algorithms",
            .list(of: .choice(of: SigningAlgorithm.self), count: 1...SigningAlgorithm.allCases.count),
            "How the tokens may be signed; all that the host knows unless written.", optional: true),
        Field("skew", .duration(in: .zero...mostSkew), "How far clocks may be apart.", default: "30s"),
        Field(
            "attributes", .map(of: text, count: 0...mostNames),
            "What is known of a caller, by the claim that tells it, a path with dots.", default: [:]),
        Field(
            "roles",
            .object([
                Field("claim", text, "The claim that tells them, a path with dots."),
                Field(
                    "map", .map(of: text, count: 0...mostNames),
                    "What its words mean here; what is not named is no role.", optional: true),
            ]), "What a caller may do.", optional: true),
    ])

    private let value: Value
    private let root: Node
    /// The ids of the features that are known; nil where not all can be.
    private let known: Set<String>?
    private(set) var findings: Findings

    /// - Parameters:
    ///   - document: The document's value, with its defaults.
    ///   - root: Where the places of findings are looked up.
    init(_ document: Value, root: Node, known: Set<String>?, findings: Findings) {
        value = document
        self.root = root
        self.known = known
        self.findings = findings
    }

    /// What the section says; only good where nothing was found.
    mutating func settings() -> AccessSettings {
        let path = ValuePath([.member(Self.name), .member("issuers")])
        guard case .object(let issuers) = value[path] else { return AccessSettings() }
        var places: [String: ValuePath] = [:]
        var read: [AccessSettings.Issuer] = []
        for name in issuers.names.sorted() {
            let issuer = path.member(name)
            if !TextRule.id.allows(name) {
                let mark = root.place(of: issuer).keyMark
                findings.add(Finding(.badText(.id, name), at: mark))
            }
            for (place, text) in texts(issuer.member("issuer")) {
                // Two would speak for the same people, and whose rules count would be anybody's guess.
                if let first = places[text] { addDouble(text, at: place, first: first) }
                places[text] = places[text] ?? place
            }
            if let settings = settings(of: name, at: issuer) { read.append(settings) }
        }
        return AccessSettings(issuers: read)
    }

    private mutating func settings(of name: String, at path: ValuePath) -> AccessSettings.Issuer? {
        let revoked = dottedName(path.member("revoked"))
        let attributes = attributes(path.member("attributes"))
        guard let keys = keys(path.member("keys")) else { return nil }
        return AccessSettings.Issuer(
            name: name, issuers: texts(path.member("issuer")).map(\.text),
            audiences: texts(path.member("audience")).map(\.text), keys: keys, revoked: revoked,
            algorithms: algorithms(path.member("algorithms")),
            skew: text(path.member("skew")).flatMap { DurationText.parse($0) } ?? .zero, attributes: attributes,
            roles: roles(path.member("roles")))
    }

    private mutating func keys(_ path: ValuePath) -> AccessSettings.KeySource? {
        guard case .object(let keys) = value[path] else { return nil }
        guard keys.count == 1 else {
            // What is unknown there was told already.
            if keys.names.allSatisfy(["route", "url", "file"].contains) { add(.notOneKeySource, at: path) }
            return nil
        }
        if let file = text(path.member("file")) { return .file(file) }
        if let route = dottedName(path.member("route")) {
            let feature = String(route.prefix { $0 != "." })
            if let known, !known.contains(feature) {
                let place = root.place(of: path.member("route"))
                findings.add(warning: Finding(.keysOfNobody(route, feature, known: known.sorted()), at: place.mark))
            }
            return .route(route)
        }
        guard let url = text(path.member("url")) else { return nil }
        guard FlagReader.isAddress(url) else {
            add(.flag(.otherScheme(url)), at: path.member("url"))
            return nil
        }
        // An attacker on the network path could replace the keys and sign in as anybody.
        if !Self.isSafe(url) { add(.keysInTheOpen, at: path.member("url")) }
        return .address(WebAddress(url: url, every: Self.usualInterval, timeout: Self.timeout))
    }

    /// Whether nobody on the network path can change what an address answers.
    private static func isSafe(_ url: String) -> Bool {
        let address = url.lowercased()
        guard !address.hasPrefix("https://") else { return true }
        let authority = address.dropFirst("http://".count).prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { return false }
        if authority.hasPrefix("[") { return authority.prefix { $0 != "]" } == "[::1" }
        let host = authority.prefix { $0 != ":" }
        return host == "localhost" || (try? ListenAddress("\(host):1"))?.isLoopback == true
    }

    private func algorithms(_ path: ValuePath) -> Set<SigningAlgorithm> {
        guard value[path] != nil else { return Set(SigningAlgorithm.allCases) }
        return Set(texts(path).compactMap { SigningAlgorithm(rawValue: $0.text) })
    }

    private mutating func attributes(_ path: ValuePath) -> [String: String] {
        guard case .object(let members) = value[path] else { return [:] }
        var attributes: [String: String] = [:]
        for name in members.names {
            let mark = root.place(of: path.member(name)).keyMark
            if !TextRule.attribute.allows(name) { findings.add(Finding(.badText(.attribute, name), at: mark)) }
            if name == "targetingKey" { findings.add(Finding(.reservedAttribute(name), at: mark)) }
            attributes[name] = text(path.member(name))
        }
        return attributes
    }

    private func roles(_ path: ValuePath) -> AccessSettings.Roles? {
        guard let claim = text(path.member("claim")) else { return nil }
        guard case .object(let members) = value[path.member("map")] else { return AccessSettings.Roles(claim: claim) }
        var map: [String: String] = [:]
        for (name, value) in members { if case .text(let role) = value { map[name] = role } }
        return AccessSettings.Roles(claim: claim, map: map)
    }

    // MARK: - Parts

    private func text(_ path: ValuePath) -> String? {
        if case .text(let text)? = value[path] { text } else { nil }
    }

    private mutating func dottedName(_ path: ValuePath) -> String? {
        guard let text = text(path) else { return nil }
        if !TextRule.dottedName.allows(text) { add(.badText(.dottedName, text), at: path) }
        return text
    }

    private func texts(_ path: ValuePath) -> [(place: ValuePath, text: String)] {
        guard case .list(let list) = value[path] else { return [] }
        return list.enumerated().compactMap { index, element in
            guard case .text(let text) = element else { return nil }
            return (path.element(index), text)
        }
    }

    private mutating func addDouble(_ text: String, at path: ValuePath, first: ValuePath) {
        let (mark, earlier) = (root.place(of: path).mark, root.place(of: first).mark)
        findings.add(Finding(.doubledElement(text), at: mark, notes: [(earlier, .firstHere)]))
    }

    private mutating func add(_ problem: Problem, at path: ValuePath) {
        let mark = root.place(of: path).mark
        findings.add(Finding(problem, at: mark))
    }
}

// MARK: - One text

extension AccessSection {
    /// What may be one text, written without a list.
    private static let lists = ["issuer", "audience"]

    /// The document with single texts, written without lists, in lists.
    static func listingSingleTexts(in document: Value) -> Value {
        document.changing([name, "issuers"]) { issuers in
            guard case .object(let issuers) = issuers else { return issuers }
            return .object(
                Members(
                    issuers.map { name, issuer in
                        let listed = lists.reduce(issuer) { issuer, list in
                            issuer.changing([list]) { if case .text = $0 { [$0] } else { $0 } }
                        }
                        return (name, listed)
                    }))
        }
    }

    /// The document's JSON Schema, where a single text may stand without a list.
    static func allowingSingleTexts(in schema: Value) -> Value {
        lists.reduce(schema) { schema, list in
            let path = [
                "properties", name, "properties", "issuers", "additionalProperties", "properties", list,
            ]
            return schema.changing(path[...]) { written in
                guard case .object(var members) = written else { return written }
                var either = Members()
                either["description"] = members["description"]
                members["description"] = nil
                either["anyOf"] = [["type": "string"], .object(members)]
                return .object(either)
            }
        }
    }
}
