internal import FeatureKit

/// A document of a franchise.
protocol OfFranchise: Shaped {
    var franchise: ID<Franchise> { get }
}

extension Call {
    var isStaff: Bool { owns(nil, orHas: "staff") }
}

// Who asks, and what of their franchises.
extension RiderService {
    /// As what the caller belongs to a franchise; staff manages all of them.
    func role(in franchise: ID<Franchise>, _ call: Call, _ snapshot: StoreSnapshot) throws -> FranchiseMember.Role? {
        if call.isStaff { return .manager }
        return try member(try call.user(), of: franchise, snapshot)?.document.role
    }

    /// Somebody who works for a franchise.
    func member(
        _ person: String, of franchise: ID<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> Stored<FranchiseMember>? {
        try snapshot.first(members, where: [.equals("claim", FranchiseMember.claim(franchise, person))])
    }

    /// Somebody who has to work for a franchise; where they don't, there is no such `what`.
    func worker(
        _ person: String, of franchise: ID<Franchise>, what: String = "rider", _ snapshot: StoreSnapshot
    ) throws -> Stored<FranchiseMember> {
        guard let found = try member(person, of: franchise, snapshot) else { throw RiderRefusal.unknown(what: what) }
        return found
    }

    /// A franchise that the caller belongs to; for everybody else there is none, or no such `what` of it.
    func franchise(
        _ id: ID<Franchise>, what: String = "franchise", _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (found: Stored<Franchise>, role: FranchiseMember.Role) {
        guard let role = try role(in: id, call, snapshot), let found = try snapshot.get(franchises, id) else {
            throw RiderRefusal.unknown(what: what)
        }
        return (found, role)
    }

    /// A franchise that the caller manages.
    func managed(
        _ id: ID<Franchise>, what: String = "franchise", _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> Stored<Franchise> {
        let (found, role) = try franchise(id, what: what, call, snapshot)
        guard role == .manager else { throw RiderRefusal.notManager }
        return found
    }

    /// A document of a franchise that the caller manages, and that franchise.
    func managed<Document: OfFranchise>(
        _ id: ID<Document>, in collection: StoredCollection<Document>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (found: Stored<Document>, franchise: Stored<Franchise>) {
        let what = "\(Document.self)".lowercased()
        guard let found = try snapshot.get(collection, id) else { throw RiderRefusal.unknown(what: what) }
        return (found, try managed(found.document.franchise, what: what, call, snapshot))
    }

    /// All documents of a franchise, for its managers, in the order of a text.
    func list<Document: OfFranchise & RecordWithView>(
        _ collection: StoredCollection<Document>, of franchise: ID<Franchise>, _ call: Call,
        by text: @escaping @Sendable (Document) -> String
    ) async throws -> [Document.View] {
        try await store.read { snapshot in
            _ = try managed(franchise, call, snapshot)
            return try snapshot.all(collection, where: [.equals("franchise", franchise)])
                .sorted { text($0.document) < text($1.document) }.map(\.view)
        }
    }

    /// Stores a document in the place of the one with its claim, or as a new one of which a franchise has `most`.
    func put<Document: OfFranchise>(
        _ new: Document, claim: String, in collection: StoredCollection<Document>, most: Int, _ tx: StoreTransaction
    ) throws -> Stored<Document> {
        let known = try tx.first(collection, where: [.equals("claim", claim)])
        guard try known != nil || tx.count(collection, where: [.equals("franchise", new.franchise)]) < most else {
            throw RiderRefusal.tooMany(most: most)
        }
        return try tx.put(collection, new, id: known?.key ?? .random())
    }
}
