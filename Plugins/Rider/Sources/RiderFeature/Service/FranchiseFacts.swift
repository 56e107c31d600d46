internal import FeatureKit
internal import RiderAcademy

/// What the academy has to know about those who work for franchises.
struct FranchiseFacts: RiderFacts {
    let members: StoredCollection<FranchiseMember>
    let current: Lock<Rider.Settings>

    var webLink: String { current.withLock(\.webLink) }

    func isRider(_ person: String, ofManager manager: String, _ snapshot: StoreSnapshot) throws -> Bool {
        let places = try snapshot.all(members, where: [.equals("person", person)]).map(\.document)
        return try places.contains { place in
            let claim = FranchiseMember.claim(place.franchise, manager)
            let other = try snapshot.first(members, where: [.equals("claim", claim)])
            return place.role == .rider && other?.document.role == .manager
        }
    }

    func name(of person: String, _ snapshot: StoreSnapshot) throws -> String? {
        try snapshot.all(members, where: [.equals("person", person)]).map(\.document).min { $0.claim < $1.claim }?.name
    }
}
