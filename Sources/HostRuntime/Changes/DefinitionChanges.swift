internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Which definitions a change makes others: those that count are compared, not what files say.
struct DefinitionChanges {
    private(set) var list: [DefinitionChange] = []

    init(from old: Orders?, to new: Orders) {
        let (before, after) = (Definitions(old), Definitions(new))
        compare(.flag, before.flags, after.flags, \.written)
        compare(.segment, before.segments, after.segments, \.written)
        // That a feature is there, and switched, is told with the features.
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
            // Most are the same to the letter.
            guard before != after else { continue }
            let differences = Differences(
                from: written(before), to: written(after), most: DefinitionChange.mostDifferences)
            // Else they only stand elsewhere.
            if !differences.isEmpty { list.append(DefinitionChange(subject, name, .changed, differences)) }
        }
    }
}

/// All definitions that count, by their names.
private struct Definitions {
    private(set) var flags: [String: FlagDefinition] = [:]
    /// By the feature's id.
    private(set) var gates: [String: FlagDefinition] = [:]
    private(set) var segments: [String: Condition] = [:]

    init(_ orders: Orders?) {
        guard let orders, let plan = orders.plan else { return }
        let definitions = plan.snapshot.program.definitions
        flags = Dictionary(definitions.map { ($0.key, $0) }) { $1 }
        for id in orders.survey.folders.keys { gates[id] = flags.removeValue(forKey: FlagProgram.gate(of: id)) }
        for set in plan.book.sets { for segment in set.segments { segments[segment.name] = segment.condition } }
    }
}

extension Orders {
    /// What the document says beside features and flags, as a plan compares it.
    fileprivate var hostSettings: Members {
        let http = document.http
        let logs = document.features.filter { $0.value.log != document.log }.sorted { $0.key < $1.key }
        return [
            "log": .text("\(document.log)"),
            "log of features": .object(Members(logs.map { ($0.key, .text("\($0.value.log)")) })),
            "plugins": .texts(document.pluginFolders), "remote": document.remote?.written ?? .null,
            "flags from": .list(document.flags.sources.compactMap(\.written)),
            "http": [
                "anonymous": .boolean(http.anonymous), "cors": http.cors?.written ?? .null,
                "callers": [
                    "cookie": .text(http.callers.keyCookie), "header": .text(http.callers.keyHeader),
                    "attributes": .object(
                        Members(http.callers.attributes.sorted { $0.key < $1.key }.map { ($0, .text($1)) })),
                ],
                "flags": http.flagRate.map { ["rate": .number($0.perSecond), "burst": .integer(Int64($0.burst))] }
                    ?? .null,
            ],
            "listen, from the next start": .texts(http.listen.map { "\($0)" }),
        ]
    }
}

extension WebAddress {
    /// Without what is secret of it.
    fileprivate var written: Value {
        [
            "url": .text(shown), "every": .text(every.inWords), "timeout": .text(timeout.inWords),
            "bearer": .boolean(bearer != nil), "proxy": .orNull(proxy.map(URLProblem.shown)),
        ]
    }
}

extension HostConfig.FlagSource {
    /// Nil for the document itself.
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
