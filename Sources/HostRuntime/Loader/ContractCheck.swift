@_spi(Hosting) package import FeatureKit
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
        misnomers(in: subject) + unkeepable(in: subject)
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

    /// Contracts whose Shapes differ, one for each feature and name.
    ///
    /// The one who publishes or serves says what is right; where there is none, or several, the first in order does.
    package static func clashes(between subjects: [Subject]) -> [(feature: String, problem: LoadProblem)] {
        clashes(between: subjects, saying: .publishes, hearing: .reads)
            + clashes(between: subjects, saying: .serves, hearing: .requests)
    }

    private static func clashes(
        between subjects: [Subject], saying: Contract.Role, hearing: Contract.Role
    ) -> [(feature: String, problem: LoadProblem)] {
        typealias Side = (subject: Subject, contract: Contract)
        let sides = [saying, hearing].flatMap { role in
            subjects.flatMap { subject in subject.contracts.filter { $0.role == role }.map { (subject, $0) as Side } }
        }
        var standards: [String: Side] = [:]
        var blamed: Set<[String]> = []
        return sides.compactMap { side in
            let name = side.contract.name
            guard let standard = standards[name] else {
                standards[name] = side
                return nil
            }
            guard let (part, difference) = difference(side.contract, standard.contract, ofTopic: saying == .publishes),
                blamed.insert([side.subject.id, name]).inserted
            else { return nil }
            let clash = ShapeClash(
                name: name, part: part, feature: side.subject.id, other: standard.subject.id, difference: difference)
            return (side.subject.id, LoadProblem(side.subject.manifest, .otherShape(clash)))
        }
    }

    private static func difference(
        _ contract: Contract, _ standard: Contract, ofTopic: Bool
    ) -> (ShapeClash.Part, ShapeDifference)? {
        if let difference = contract.shape.difference(from: standard.shape) {
            return (ofTopic ? .message : .request, difference)
        }
        guard let reply = contract.reply, let other = standard.reply else { return nil }
        return reply.difference(from: other).map { (.reply, $0) }
    }
}

extension Contract {
    /// What the host says of itself must not come from anybody else.
    fileprivate var isHosts: Bool { name.hasPrefix("host.") || name == Topic.flagExposure.name }
}
