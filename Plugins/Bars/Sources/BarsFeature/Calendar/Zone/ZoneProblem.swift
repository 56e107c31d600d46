/// Why there is no such zone here.
struct ZoneProblem: Error, Equatable {
    enum Kind: Error, Equatable {
        /// No zone can be called that.
        case notAName
        case unknown
        case unreadable(errno: Int32)
        case damaged(ZoneDamage)
    }

    let name: String
    let kind: Kind
}

/// What is wrong with the bytes of a zone.
enum ZoneDamage: Error, Equatable, CaseIterable {
    case noZone, version, counts, cut, more, order, type, leapSeconds, rule, tooLarge
}
