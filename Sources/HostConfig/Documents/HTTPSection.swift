@_spi(Hosting) import FeatureKit
import HostSystem

/// The section `http` of a host's document: what it may hold, and the check of what its Shape can't say.
struct HTTPSection {
    /// Addresses, origins and attributes that one document names, of each kind.
    static let mostNames = 100

    static let name = "http"

    static let shape = Shape.object([
        Field(
            "listen", .list(of: .text(), count: 0...mostNames),
            "The addresses to listen on; --listen replaces them.", default: []),
        Field(
            "anonymous", .boolean,
            "Whether anonymous callers get in; by default only where nothing but this machine reaches the host.",
            optional: true
        ),
        Field("cors", cors, "What pages from elsewhere may do in a browser.", optional: true),
        Field("callers", callers, "How callers are told apart.", default: [:]),
        Field("ofrep", ofrep, "How apps ask for flags.", default: [:]),
        Field("rate", rates, "How often who may ask; as often as they like unless written.", default: [:]),
        Field(
            "proxies", .list(of: .text(), count: 0...mostNames),
            "The servers whose X-Forwarded-For is believed, such as 127.0.0.1 or 10.0.0.0/8.", default: []),
        Field(
            "names", .list(of: .text(), count: 0...mostNames),
            "What the host is called at this machine's own addresses, beside localhost.", default: []),
        Field(
            "plain", .boolean, "Whether operators' tokens are taken over a network without TLS.", default: false),
        Field("connections", connections, "How many connections who may have at once.", default: [:]),
        Field("tls", tls, "What every address is served with; they are plain unless it is written.", optional: true),
    ])

    private static let connections = Shape.object([
        Field(
            "address", .integer(in: 1...1_000_000),
            "An IPv4 address, or an IPv6 network of 64 bits; an eighth of all unless written.", optional: true)
    ])

    private static let tls = Shape.object([
        Field("certificate", .path, "The file with the certificate and those above it, as PEM."),
        Field("key", .path, "The file with its private key, as PEM."),
    ])

    private static let rates = Shape.object([
        Field(
            "address", rate, "An IPv4 address, or an IPv6 network of 64 bits, with all that it asks.", optional: true),
        Field("caller", rate, "A user who has signed in, wherever they come from.", optional: true),
    ])

    private static let rate = Shape.object([
        Field("rate", .text(), "How often, such as 100/s or 30/m."),
        Field(
            "burst", .integer(in: 1...1_000_000), "How often at once; twice the rate of a second unless written.",
            optional: true),
    ])

    private static let cors = Shape.object([
        Field(
            "origins", .list(of: .text(), count: 0...mostNames),
            "Whose pages may ask, such as https://app.circuit.example, or \"*\" for all.", default: []),
        Field("credentials", .boolean, "Whether they may send cookies.", default: false),
        Field(
            "maxAge", .duration(in: .zero ... .seconds(86_400)), "How long a browser remembers the answer.",
            default: "10m"),
    ])

    private static let callers = Shape.object([
        Field(
            "key",
            .object([
                Field("cookie", .text(), "The cookie that carries a caller's key.", default: "flagstand_key"),
                Field("header", .text(), "The header that carries it otherwise.", default: "X-Flagstand-Key"),
            ]), "Where a caller's key stands.", default: [:]),
        Field(
            "attributes", .map(of: .text(), count: 0...mostNames),
            "What is known of a caller, by the header that tells it.", default: [:]),
    ])

    private static let ofrep = Shape.object([
        Field(
            "rate", .text(), "How often one address may ask, such as 100/s or 30/m; unbounded unless written.",
            optional: true),
        Field(
            "burst", .integer(in: 1...1_000_000), "How often it may ask at once; twice the rate unless written.",
            optional: true),
    ])

    private let value: Value
    private let root: Node
    private(set) var findings: Findings

    /// - Parameters:
    ///   - document: The document's value, with its defaults.
    ///   - root: Where the places of findings are looked up.
    init(_ document: Value, root: Node, findings: Findings) {
        value = document
        self.root = root
        self.findings = findings
    }

    /// What the section says; only good where nothing was found.
    mutating func settings() -> HTTPSettings {
        let section = ValuePath([.member(Self.name)])
        return HTTPSettings(
            listen: addresses(section.member("listen")), anonymous: value[section]?["anonymous"].map { $0 == true },
            cors: cors(section.member("cors")), callers: callers(section.member("callers")),
            flagRate: flagRate(section.member("ofrep")),
            rates: HTTPSettings.Rates(
                address: rate(section.member("rate").member("address")),
                caller: rate(section.member("rate").member("caller"))),
            proxies: proxies(section.member("proxies")), names: names(section.member("names")),
            takesPlainOperators: value[section]?["plain"] == true,
            connectionsPerAddress: connectionsPerAddress(section.member("connections")),
            tls: tls(section.member("tls")))
    }

    private mutating func names(_ path: ValuePath) -> [String] {
        var places: [String: ValuePath] = [:]
        return texts(path).map { place, text in
            check(place, text, .host)
            let name = text.lowercased()
            if let first = places[name] { addDouble(text, at: place, first: first) }
            places[name] = places[name] ?? place
            return text
        }
    }

    private func connectionsPerAddress(_ path: ValuePath) -> Int? {
        guard case .integer(let count) = value[path.member("address")] else { return nil }
        return Int(count)
    }

    private func tls(_ path: ValuePath) -> HTTPSettings.TLS? {
        guard case .object(let tls) = value[path], case .text(let certificate) = tls["certificate"],
            case .text(let key) = tls["key"]
        else { return nil }
        return HTTPSettings.TLS(certificate: certificate, key: key)
    }

    private mutating func proxies(_ path: ValuePath) -> [IPNetwork] {
        var places: [IPNetwork: ValuePath] = [:]
        return texts(path).compactMap { place, text in
            do throws(IPNetwork.Problem) {
                let network = try IPNetwork(text)
                if let first = places[network] { addDouble("\(network)", at: place, first: first) }
                places[network] = places[network] ?? place
                return network
            } catch {
                add(.badNetwork(error), at: place)
                return nil
            }
        }
    }

    private mutating func addresses(_ path: ValuePath) -> [ListenAddress] {
        var places: [ListenAddress: ValuePath] = [:]
        return texts(path).compactMap { place, text in
            do throws(ListenAddress.Problem) {
                let address = try ListenAddress(text)
                if let first = places[address] { addDouble("\(address)", at: place, first: first) }
                places[address] = places[address] ?? place
                return address
            } catch {
                add(.badAddress(error), at: place)
                return nil
            }
        }
    }

    private mutating func cors(_ path: ValuePath) -> HTTPSettings.CORS? {
        guard case .object(let cors) = value[path] else { return nil }
        var places: [String: ValuePath] = [:]
        let origins = texts(path.member("origins"))
        let isForAll = origins.contains { $0.text == "*" }
        for (place, text) in origins {
            if text != "*" { check(place, text, .origin) }
            if let first = places[text] { addDouble(text, at: place, first: first) }
            places[text] = places[text] ?? place
        }
        if isForAll, let place = places["*"] {
            if places.count > 1 { add(.everyOriginAndOthers, at: place) }
            if cors["credentials"] == true { add(.everyOriginWithCredentials, at: place) }
        }
        var maxAge = Duration.zero
        if case .text(let text) = cors["maxAge"] { maxAge = DurationText.parse(text) ?? .zero }
        return HTTPSettings.CORS(
            origins: isForAll ? .every : .these(origins.map(\.text)), credentials: cors["credentials"] == true,
            maxAge: maxAge)
    }

    private mutating func callers(_ path: ValuePath) -> HTTPSettings.Callers {
        let header = text(path.member("key").member("header"), .header)
        if Self.isOwn(header) {
            add(.serversOwnHeader(header), at: path.member("key").member("header"))
        }
        var attributes: [String: String] = [:]
        let names = path.member("attributes")
        if case .object(let members) = value[names] {
            for name in members.names {
                if !TextRule.attribute.allows(name) { addToKey(.badText(.attribute, name), at: names.member(name)) }
                // What flags call the key; with a header of its own there would be two.
                if name == "targetingKey" { addToKey(.reservedAttribute(name), at: names.member(name)) }
                attributes[name] = text(names.member(name), .header)
            }
        }
        return HTTPSettings.Callers(
            keyCookie: text(path.member("key").member("cookie"), .cookie), keyHeader: header, attributes: attributes)
    }

    private mutating func flagRate(_ path: ValuePath) -> HTTPSettings.Rate? {
        if case .object(let ofrep) = value[path], ofrep["rate"] == nil, ofrep["burst"] != nil {
            add(.burstWithoutRate, at: path.member("burst"))
        }
        return rate(path)
    }

    private mutating func rate(_ path: ValuePath) -> HTTPSettings.Rate? {
        guard case .object(let members) = value[path], case .text(let text) = members["rate"] else { return nil }
        guard let rate = RateText.parse(text) else {
            add(.badText(.rate, text), at: path.member("rate"))
            return nil
        }
        guard case .integer(let burst) = members["burst"] else {
            return HTTPSettings.Rate(perSecond: rate, burst: max(1, Int((2 * rate).rounded(.up))))
        }
        return HTTPSettings.Rate(perSecond: rate, burst: Int(burst))
    }

    /// The headers that mean something else in a request or an answer; a key among them would spoil it.
    private static let ownHeaders: Set = [
        "allow", "authorization", "cache-control", "connection", "content-length", "content-type", "cookie", "date",
        "etag", "host", "location", "origin", "retry-after", "set-cookie", "transfer-encoding", "upgrade", "vary",
        "www-authenticate", "x-accel-buffering",
    ]

    private static func isOwn(_ header: String) -> Bool {
        let name = header.lowercased()
        return ownHeaders.contains(name) || name.hasPrefix("access-control-")
    }

    // MARK: - Parts

    private func texts(_ path: ValuePath) -> [(place: ValuePath, text: String)] {
        guard case .list(let list) = value[path] else { return [] }
        return list.enumerated().compactMap { index, element in
            guard case .text(let text) = element else { return nil }
            return (path.element(index), text)
        }
    }

    private mutating func text(_ path: ValuePath, _ rule: TextRule) -> String {
        guard case .text(let text) = value[path] else { return "" }
        check(path, text, rule)
        return text
    }

    private mutating func check(_ path: ValuePath, _ text: String, _ rule: TextRule) {
        if !rule.allows(text) { add(.badText(rule, text), at: path) }
    }

    private mutating func addDouble(_ text: String, at path: ValuePath, first: ValuePath) {
        let (mark, earlier) = (root.place(of: path).scalarMark, root.place(of: first).scalarMark)
        findings.add(Finding(.doubledElement(text), at: mark, notes: [(earlier, .firstHere)]))
    }

    private mutating func add(_ problem: Problem, at path: ValuePath) {
        let mark = root.place(of: path).scalarMark
        findings.add(Finding(problem, at: mark))
    }

    private mutating func addToKey(_ problem: Problem, at path: ValuePath) {
        let mark = root.place(of: path).keyMark
        findings.add(Finding(problem, at: mark))
    }
}

// MARK: - What may be written shorter

extension HTTPSection {
    /// Where one of the addresses stands.
    static func mark(ofAddress index: Int, in root: Node) -> Mark {
        let list = ValuePath([.member(name), .member("listen")])
        return root.place(of: list.element(index)).scalarMark
    }

    /// What may be written as a rate alone.
    private static let rateNames = ["address", "caller"]

    /// The document with what was written shorter: a single address in a list, a rate with its name.
    static func writtenOut(in document: Value) -> Value {
        let listed = document.changing([name, "listen"]) { written in
            switch written {
            case .text: [written]
            // Somebody means a port; what is missing is told better by the address than by the list.
            case .integer(let number): [.text("\(number)")]
            default: written
            }
        }
        return rateNames.reduce(listed) { document, rate in
            document.changing([name, "rate", rate]) { written in
                if case .text = written { ["rate": written] } else { written }
            }
        }
    }

    /// The document's JSON Schema, where a single address may stand without a list, and a rate without its name.
    static func allowingShortForms(in schema: Value) -> Value {
        let section = ["properties", name, "properties"]
        let paths = [["listen"]] + rateNames.map { ["rate", "properties", $0] }
        return paths.reduce(schema) { schema, path in schema.changing((section + path)[...], orText) }
    }

    /// What a Shape allows, or a text.
    private static func orText(_ schema: Value) -> Value {
        guard case .object(var members) = schema else { return schema }
        var either = Members()
        for name in ["description", "default"] {
            either[name] = members[name]
            members[name] = nil
        }
        either["anyOf"] = [["type": "string"], .object(members)]
        return .object(either)
    }
}

extension Place {
    /// Where the scalar stands; a list's element that was written without its list stands where the list does.
    fileprivate var scalarMark: Mark {
        if case .scalar = node.content { node.mark } else { mark }
    }
}
