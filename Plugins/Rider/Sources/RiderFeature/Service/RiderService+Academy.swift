internal import FeatureKit
internal import RiderAcademy

extension RiderService: RiderFacts {
    var webLink: String { settings.webLink }

    func name(of person: String, _ snapshot: StoreSnapshot) throws -> String? {
        try snapshot.all(members, where: [.equals("person", person)]).map(\.document).min { $0.claim < $1.claim }?.name
    }
}
