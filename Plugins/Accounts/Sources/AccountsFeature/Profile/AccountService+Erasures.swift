internal import FeatureKit

extension AccountService {
    /// Everybody who was erased, in order; other modules read the list to erase what they keep.
    static let erasures = Documents<Erasure>("erasures", indexes: [.unique("number")])

    /// Adds a user to the list, in the transaction that erases them here.
    ///
    /// - Returns: The number in the list.
    func noteErasure(of key: String, _ tx: StoreTransaction) throws -> NewestErasure {
        let newest = try tx.query(erasures, order: .descending(by: "number"), limit: 1).items.first?.document.number
        let erasure = Erasure(number: (newest ?? 0) + 1, key: key)
        try tx.insert(erasures, erasure)
        return NewestErasure(number: erasure.number)
    }

    /// Publishes how long the list is.
    func publishNewestErasure() async throws {
        let newest = try await erasures.query(order: .descending(by: "number"), limit: 1).items.first
        erased(NewestErasure(number: newest?.document.number ?? 0))
    }

    func erasures(_ request: ErasuresAfter) async throws -> ErasurePage {
        let page = try await erasures.query(
            where: [.above("number", request.after)], order: .by("number"), limit: request.limit)
        return ErasurePage(items: page.items.map(\.document))
    }
}
