// What is wrong with beacons, word for word.
extension FleetProblem {
    static let noSodium = FleetProblem(sentences: ["libsodium can't be used on this machine"])

    static func sameListener(_ name: String) -> String {
        "captures and gateways: several are called \"\(name)\"; give captures a `name`"
    }
    static func sameID(_ id: String) -> String { "beacons: several are called \"\(id)\"" }
    static func noAddress(_ text: String) -> String { "\"\(text)\" is no address such as C0:FF:EE:00:00:01" }
    static func sameAddress(_ address: String, _ one: String, _ other: String) -> String {
        "beacons: \"\(one)\" and \"\(other)\" have the same address \(address)"
    }
    static func sameStaff(_ staff: Int, _ one: String, _ other: String) -> String {
        "beacons: \"\(one)\" and \"\(other)\" have the same staff number \(staff)"
    }
    static func sameKey(_ zone: Int, _ one: String, _ other: String) -> String {
        "beacons: \"\(one)\" and \"\(other)\" of zone \(zone) have the same key, so nobody can tell them apart"
    }
    static func keyLength(_ count: Int) -> String {
        "its key has \(count) \(count == 1 ? "byte" : "bytes"); it takes \(SigningKey.lengths.lowerBound) to "
            + "\(SigningKey.lengths.upperBound)"
    }
    static let nothingToTellBy = "it has no address, no staff number and no key to be told by"
    static let noZone = "it needs the zone that it speaks of, unless it is staff"

    /// What is wrong with one beacon, with its place.
    static func of(_ id: String, _ sentence: String) -> String { "beacons.\(id): \(sentence)" }
}
