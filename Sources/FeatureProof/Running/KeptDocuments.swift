@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureRig

/// What a feature keeps, as plain data: read and written through its own types, as it does itself, where they are known.
struct KeptDocuments {
    private let rig: Rig

    init(of rig: Rig) { self.rig = rig }

    func put(_ value: Value, _ id: String, in collection: String) async throws {
        guard let (contract, type) = collectionType(collection) else { return }
        try await put(value, id, contract, as: type)
    }

    func document(_ id: String, in collection: String) async throws -> Value? {
        guard let (contract, type) = collectionType(collection) else { return nil }
        return try await document(id, contract, as: type)
    }

    func count(of collection: String) async throws -> Int {
        guard let (contract, type) = collectionType(collection) else { return 0 }
        return try await count(contract, as: type)
    }

    func put(_ media: Media, blob id: String) async throws { _ = try await rig.kept().blobs.put(media, id: id) }

    /// What is known of a blob, as `ScenarioExpectation.blob` has it.
    func blob(_ id: String) async throws -> Value? {
        try await rig.kept().blobs.facts(id).map { ["type": .text($0.type), "size": .integer(Int64($0.size))] }
    }

    private func collectionType(_ name: String) -> (Contract, any Shaped.Type)? {
        let contracts = rig.subject.entry.contracts
        guard let contract = contracts.first(where: { $0.role == .keeps && $0.name == name }) else { return nil }
        // A worker's types stay in its process.
        return (contract, contract.types.first ?? Value.self)
    }

    private func opened<Document: Shaped>(
        _ contract: Contract, as type: Document.Type
    ) async throws -> StoredCollection<Document> {
        try await rig.kept().store.collection(named: contract.name, as: type)
    }

    private func put<Document: Shaped>(
        _ value: Value, _ id: String, _ contract: Contract, as type: Document.Type
    ) async throws {
        let document = try contract.shape.completed(value).decoded(as: type)
        _ = try await opened(contract, as: type).put(document, id: id)
    }

    private func document<Document: Shaped>(
        _ id: String, _ contract: Contract, as type: Document.Type
    ) async throws -> Value? {
        guard let stored = try await opened(contract, as: type).get(id) else { return nil }
        return try Value(encoding: stored.document)
    }

    private func count<Document: Shaped>(_ contract: Contract, as type: Document.Type) async throws -> Int {
        try await opened(contract, as: type).count()
    }
}
