@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    /// The key of the person who is erased.
    private static let key = "accounts:erased-person"

    static let erasure = ConformanceRule("erasure", "keeps nothing of people who were erased while it was off") {
        subject in
        let contracts = subject.feature.entry.contracts
        let kept = contracts.listsErased ? [] : contracts.filter { $0.person != nil }
        guard !kept.isEmpty else { return [] }
        return try await subject.with { rig, _ in
            let store = try await rig.kept().store
            for contract in kept { try await fill(contract, in: store) }
            try list(on: rig)
            let state = await rig.start(subject.settings)
            guard state == .active else { return ["somebody was erased while it was off, \(state.notReady)"] }
            await rig.settle()
            return try await leftovers(in: store, of: subject.feature.entry.contracts)
        }
    }

    /// Keeps a document of the person, as far as one is allowed beside what is there.
    private static func fill(_ contract: Contract, in store: Store) async throws {
        guard let rule = contract.person, case .object(var members) = contract.shape.completed(contract.shape.fullest)
        else { return }
        members[rule.field] = .text(key)
        guard contract.shape.problems(in: .object(members)).isEmpty else { return }
        try await store.collection(named: contract.name, as: Value.self).insert(.object(members))
    }

    /// Lists the person as the only one who was erased.
    private static func list(on rig: Rig) throws {
        let route = Route<ErasuresAfter, ErasurePage>.erasures
        rig.withdraw(route.name)
        try rig.serve(route.name, request: ErasuresAfter.shape, reply: ErasurePage.shape) { request, _ in
            let asked = try request.decoded(as: ErasuresAfter.self)
            return try Value(encoding: ErasurePage(items: asked.after < 1 ? [Erasure(number: 1, key: key)] : []))
        }
    }

    private static func leftovers(in store: Store, of contracts: [Contract]) async throws -> [String] {
        var problems: [String] = []
        for name in contracts.compactMap({ $0.collection?.name }) {
            let collection = try store.collection(named: name, as: Value.self)
            for stored in try await collection.query(limit: 1_000).items where stored.document.json.contains(key) {
                problems.append("its collection \(name) still has the key of a person who was erased, in \(stored.id)")
            }
        }
        return problems
    }
}
