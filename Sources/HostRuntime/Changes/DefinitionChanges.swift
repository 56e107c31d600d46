internal import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import WebClient

/// The definitions that a change alters: active definitions are compared, not the text of files.
struct DefinitionChanges {
    private(set) var list: [DefinitionChange] = []

    init(from old: Orders?, to new: Orders) {
        // Most stay the same in the same place; only those between the equal ends are compared by name.
        let (same, sameAtEnd) = (old?.definitions ?? []).sameEnds(as: new.definitions)
        let before = Definitions(old, without: same, sameAtEnd)
        let after = Definitions(new, without: same, sameAtEnd)
        compare(.flag, before.flags, after.flags, \.written)
        compare(.segment, before.segments, after.segments, \.written)
        // Modules that come, go or are switched are listed with the modules.
        let known = before.gates.keys.filter { after.gates[$0] != nil }
        compare(
            .gate, before.gates.filter { known.contains($0.key) }, after.gates.filter { known.contains($0.key) },
            \.writtenGate)
        let settings = (old ?? new).hostSettings
        for (name, value) in new.hostSettings {
            let differences = Differences(
                from: settings[name] ?? .null, to: value, most: DefinitionChange.mostDifferences)
            if !differences.isEmpty { list.append(DefinitionChange(.host, name, .changed, differences)) }
        }
    }

    private mutating func compare<Definition: Equatable>(
        _ subject: DefinitionChange.Subject, _ old: [String: Definition], _ new: [String: Definition],
        _ written: (Definition) -> Value
    ) {
        for name in Set(old.keys).union(new.keys).sorted() {
            guard let before = old[name] else {
                list.append(DefinitionChange(subject, name, .added))
                continue
            }
            guard let after = new[name] else {
                list.append(DefinitionChange(subject, name, .removed))
                continue
            }
            // Most are equal.
            guard before != after else { continue }
            let differences = Differences(
                from: written(before), to: written(after), most: DefinitionChange.mostDifferences)
            // Without differences they have only moved.
            if !differences.isEmpty { list.append(DefinitionChange(subject, name, .changed, differences)) }
        }
    }
}

/// All active definitions, by their names.
private struct Definitions {
    private(set) var flags: [String: FlagDefinition] = [:]
    /// By the feature's id.
    private(set) var gates: [String: FlagDefinition] = [:]
    private(set) var segments: [String: Condition] = [:]

    /// - Parameters:
    ///   - first: How many of the first flags are left out.
    ///   - last: How many of the last ones.
    init(_ orders: Orders?, without first: Int, _ last: Int) {
        guard let orders, let plan = orders.plan else { return }
        for definition in orders.definitions.dropFirst(first).dropLast(last) {
            if let id = FlagProgram.feature(ofGate: definition.key), orders.survey.folders[id] != nil {
                gates[id] = definition
            } else {
                flags[definition.key] = definition
            }
        }
        for set in plan.book.sets { for segment in set.segments { segments[segment.name] = segment.condition } }
    }
}

extension [FlagDefinition] {
    /// How many of the first, and of the last, are equal to those in the same place.
    fileprivate func sameEnds(as other: [FlagDefinition]) -> (first: Int, last: Int) {
        let most = Swift.min(count, other.count)
        var (first, last) = (0, 0)
        while first < most, self[first] == other[first] { first += 1 }
        while last < most - first, self[count - 1 - last] == other[other.count - 1 - last] { last += 1 }
        return (first, last)
    }
}

extension Orders {
    /// The active flags, those of gates among them.
    fileprivate var definitions: [FlagDefinition] { plan?.snapshot.program.definitions ?? [] }

    /// The settings beside modules and flags, as a plan compares them.
    fileprivate var hostSettings: Members {
        let http = document.http
        let logs = document.features.filter { $0.value.log != document.log }.sorted { $0.key < $1.key }
        return [
            "log": .text("\(document.log)"),
            "log of features": .object(Members(logs.map { ($0.key, .text("\($0.value.log)")) })),
            "plugins": .texts(document.pluginFolders), "remote": document.remote?.written ?? .null,
            "flags from": .list(document.flags.sources.compactMap(\.written)),
            "http": [
                "anonymous": http.anonymous.map { .boolean($0) } ?? .null, "cors": http.cors?.written ?? .null,
                "callers": [
                    "cookie": .text(http.callers.keyCookie), "header": .text(http.callers.keyHeader),
                    "attributes": .object(
                        Members(http.callers.attributes.sorted { $0.key < $1.key }.map { ($0, .text($1)) })),
                ],
                "flags": http.flagRate.map { ["rate": .number($0.perSecond), "burst": .integer(Int64($0.burst))] }
                    ?? .null,
            ],
            "access": .object(Members(document.access.issuers.map { ($0.name, $0.written) })),
            "listen, from the next start": .texts(http.listen.map { "\($0)" }),
        ]
    }
}

extension WebAddress {
    /// The address without its secrets.
    fileprivate var written: Value {
        [
            "url": .text(shown), "every": .text(every.inWords), "timeout": .text(timeout.inWords),
            "bearer": .boolean(bearer != nil), "proxy": .orNull(proxy.map(ShownAddress.of)),
        ]
    }
}

extension AccessSettings.Issuer {
    fileprivate var written: Value {
        let source: Value =
            switch keys {
            case .file(let path): ["file": .text(path)]
            case .address(let address): ["url": .text(address.shown)]
            case .route(let name): ["route": .text(name)]
            }
        return [
            "issuer": .texts(issuers), "audience": .texts(audiences), "keys": source, "revoked": .orNull(revoked),
            "algorithms": .texts(algorithms.map(\.rawValue).sorted()), "skew": .text(skew.inWords),
            "attributes": .object(Members(attributes.sorted { $0.key < $1.key }.map { ($0, .text($1)) })),
            "roles": roles.map { roles in
                let map = roles.map.map { Members($0.sorted { $0.key < $1.key }.map { ($0, .text($1)) }) }
                return ["claim": .text(roles.claim), "map": map.map { .object($0) } ?? .null]
            } ?? .null,
        ]
    }
}

extension HostConfig.FlagSource {
    /// Nil for the configuration file itself.
    fileprivate var written: Value? {
        switch self {
        case .inline: nil
        case .file(let path, _): .text(path)
        case .url(let address, _): address.written
        }
    }
}

extension HTTPSettings.CORS {
    fileprivate var written: Value {
        let origins: Value =
            switch origins {
            case .every: "*"
            case .these(let origins): .texts(origins)
            }
        return ["origins": origins, "credentials": .boolean(credentials), "maxAge": .text(maxAge.inWords)]
    }
}
