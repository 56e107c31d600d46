@_spi(Hosting) package import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import FlagEngine
internal import HostConfig

/// Whether what features declare fits: each one's manifest with its library, and the features with each other.
package enum ContractCheck {
    /// A feature whose library has been read.
    package struct Subject: Sendable {
        package let id: String
        /// Its manifest's path, which diagnostics name.
        package let manifest: String
        package let contracts: [Contract]

        package init(id: String, manifest: String, contracts: [Contract]) {
            self.id = id
            self.manifest = manifest
            self.contracts = contracts
        }
    }

    /// What is wrong with a feature's contracts by themselves.
    package static func problems(in subject: Subject) -> [LoadProblem] {
        misnomers(in: subject) + unkeepable(in: subject) + unevaluable(in: subject) + misplacedMarks(in: subject)
    }

    /// What is wrong with the settings that a feature's library declares.
    static func problems(inSettings description: FeatureDescription, manifest: String) -> [LoadProblem] {
        let live = description.settings.livePaths
        var faults: [LoadProblem.Fault] = []
        if let first = live.first, !description.isReconfigurable { faults.append(.liveButNotTaken(first)) }
        for path in live where path.steps.contains(where: { $0 == .element(0) || $0 == .member("*") }) {
            faults.append(.liveInList(path))
        }
        return faults.map { LoadProblem(manifest, $0) }
    }

    /// Fields that say of themselves what only settings can mean, and migrations that speak of previous names.
    static func misplacedMarks(in subject: Subject) -> [LoadProblem] {
        subject.contracts.flatMap { contract -> [LoadProblem.Fault] in
            let live = [contract.shape, contract.reply].compactMap { $0?.livePaths.first }
            let previous = contract.shape.previousNames
            let names = contract.migrations.map(\.name)
            let doubled = Set(names).count == names.count ? [] : [LoadProblem.Fault.doubledMigration(contract.name)]
            return live.map { .liveElsewhere(contract.name, $0) } + doubled
                + contract.migrations.flatMap { migration in
                    migration.fields.compactMap { field in
                        previous[field].map { .migrationOfPreviousName(contract.name, migration.name, field, now: $0) }
                    }
                }
        }.map { LoadProblem(subject.manifest, $0) }
    }

    /// Names that are malformed, the host's own, or would be taken for the host's own in a stream.
    static func misnomers(in subject: Subject) -> [LoadProblem] {
        subject.contracts.flatMap { contract in
            var faults: [LoadProblem.Fault] = []
            if contract.role != .keeps, !Manifest.allows(name: contract.name) {
                faults.append(.badName(contract.role, contract.name))
            }
            if contract.role == .publishes, contract.isHosts { faults.append(.reservedTopic(contract.name)) }
            let streams = contract.isWatchable || contract.endpoint?.streams == true
            if streams, ControlEvent(lastWordOf: contract.name) != nil { faults.append(.controlEvent(contract.name)) }
            return faults.map { LoadProblem(subject.manifest, $0) }
        }
    }

    /// Collections that can't be kept as they are declared, each with everything that is wrong with it.
    static func unkeepable(in subject: Subject) -> [LoadProblem] {
        let contracts = subject.contracts.filter { $0.role == .keeps }
        let collections = contracts.compactMap(\.collection)
        var faults: [LoadProblem.Fault] = []
        if contracts.contains(where: { $0.name == CollectionLayout.blobs && $0 != .keepsBlobs }) {
            faults.append(.collectionOfBlobs)
        }
        faults += subject.contracts.storeProblems(of: subject.id).map { .collection($0) }
        var seen: Set<String> = []
        for collection in collections {
            do throws(StoreError) { _ = try CheckedCollection(collection, of: subject.id) } catch {
                faults.append(.collection(error))
            }
            if !seen.insert(collection.name).inserted { faults.append(.doubledCollection(collection.name)) }
        }
        if seen.count > StoreLimits.collections {
            faults.append(.tooManyCollections(seen.count, limit: StoreLimits.collections))
        }
        return faults.map { LoadProblem(subject.manifest, $0) }
    }

    /// Flags that can't be evaluated as they are declared.
    static func unevaluable(in subject: Subject) -> [LoadProblem] {
        var seen: [String: Contract] = [:]
        let faults = subject.contracts.compactMap { contract -> LoadProblem.Fault? in
            guard contract.role == .evaluates, let decision = contract.decision else { return nil }
            let name = contract.name
            if let other = seen.updateValue(contract, forKey: name) {
                return other == contract ? nil : .otherFlag(name)
            }
            if FlagProgram.feature(ofGate: name) != nil { return .reservedFlag(name) }
            switch decision.fallback {
            case .null, .list: return .flagDefault(name, "true or false, a number, a text or a mapping is wanted")
            default: return contract.shape.problems(in: decision.fallback).first.map { .flagDefault(name, "\($0)") }
            }
        }
        return faults.map { LoadProblem(subject.manifest, $0) }
    }

    /// Flags that a manifest speaks of and the code does not declare.
    static func strays(in manifest: Manifest, at path: String, _ contracts: [Contract]) -> [LoadProblem] {
        let declared = contracts.filter { $0.role == .evaluates }.map(\.name)
        return manifest.flags.map(\.key).filter { !declared.contains($0) }.map { key in
            LoadProblem(path, .strayFlag(key, hint: Suggestion.closest(to: key, in: declared)))
        }
    }

    /// Routes that features ask for, and that nobody serves although the feature that their name begins with is there.
    package static func unserved(in subjects: [Subject]) -> [LoadProblem] {
        let served = Set(subjects.flatMap(\.contracts).filter { $0.role == .serves }.map(\.name))
        return subjects.flatMap { subject in
            subject.contracts.filter { $0.role == .requests && !served.contains($0.name) }.compactMap { contract in
                let owner = String(contract.name.prefix { $0 != "." })
                guard owner != subject.id, let other = subjects.first(where: { $0.id == owner }) else { return nil }
                let routes = other.contracts.filter { $0.role == .serves }.map(\.name)
                let hint = Suggestion.closest(to: contract.name, in: routes)
                return LoadProblem(subject.manifest, .unservedRequest(contract.name, of: owner, hint: hint))
            }
        }
    }

    /// Contracts whose Shapes differ, one for each feature and name.
    ///
    /// The one who publishes or serves says what is right; where there is none, or several, the first in order does. Who
    /// reads may read fewer fields, and who asks may leave out what can be absent.
    package static func clashes(between subjects: [Subject]) -> [(feature: String, problem: LoadProblem)] {
        clashes(between: subjects, saying: .publishes, hearing: .reads)
            + clashes(between: subjects, saying: .serves, hearing: .requests)
    }

    private static func clashes(
        between subjects: [Subject], saying: Contract.Role, hearing: Contract.Role
    ) -> [(feature: String, problem: LoadProblem)] {
        typealias Side = (subject: Subject, contract: Contract)
        func sides(_ role: Contract.Role) -> [Side] {
            subjects.flatMap { subject in subject.contracts.filter { $0.role == role }.map { (subject, $0) } }
        }
        let all = sides(saying) + sides(hearing)
        let standards = Dictionary(all.map { ($0.contract.name, $0) }) { first, _ in first }
        var blamed: Set<[String]> = []
        return all.compactMap { side in
            let name = side.contract.name
            guard let standard = standards[name],
                let (part, difference) = difference(side.contract, standard.contract),
                blamed.insert([side.subject.id, name]).inserted
            else { return nil }
            let clash = ShapeClash(
                name: name, part: part, feature: side.subject.id, other: standard.subject.id, difference: difference)
            return (side.subject.id, LoadProblem(side.subject.manifest, .otherShape(clash)))
        }
    }

    private static func difference(
        _ contract: Contract, _ standard: Contract
    ) -> (ShapeClash.Part, ShapeDifference)? {
        let isRoute = contract.reply != nil
        let hears = contract.role == .reads || contract.role == .requests
        let isFellow = hears && contract.role == standard.role
        func difference(_ shape: Shape, _ other: Shape, isRequest: Bool) -> ShapeDifference? {
            if isFellow { return shape.difference(besides: other) }
            guard hears else { return shape.difference(from: other) }
            return isRequest ? shape.difference(asking: other) : shape.difference(reading: other)
        }
        if let found = difference(contract.shape, standard.shape, isRequest: isRoute) {
            return (isRoute ? .request : .message, found)
        }
        guard let reply = contract.reply, let other = standard.reply else { return nil }
        return difference(reply, other, isRequest: false).map { (.reply, $0) }
    }
}

extension Shape {
    /// The fields at the top that had other names, by these.
    fileprivate var previousNames: [String: String] {
        guard case .object(let fields) = kind else { return [:] }
        return fields.reduce(into: [:]) { names, field in
            for previous in field.previousNames { names[previous] = field.name }
        }
    }
}

extension Contract {
    /// What the host says of itself must not come from anybody else.
    fileprivate var isHosts: Bool { name.hasPrefix("host.") || name == Topic.flagExposure.name }
}
