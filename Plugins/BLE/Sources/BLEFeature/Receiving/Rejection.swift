internal import BluetoothCaptures
internal import CircuitBeacons

/// Why something that was heard is not published, in the words of logs and replies.
enum Rejection: String, Error, CaseIterable {
    case noAdvertisement = "no advertisement"
    case brokenEvent = "broken event"
    case inPieces = "in pieces"
    case brokenStructure = "broken structure"
    case otherCompany = "other company"
    case visitor
    case otherVersion = "other version"
    case otherSize = "other size"
    case noTTL = "no TTL"
    case expired
    case notListed = "not listed"
    case notSigned = "not signed"
    case wrongSignature = "wrong signature"
    case untimelySignature = "untimely signature"
    case wrongZone = "wrong zone"
    case tooWeak = "too weak"
    case repeated, overtaken
    /// It says nothing of its zone; that it was heard counts all the same.
    case ibeacon = "iBeacon"
    case unknownGateway = "unknown gateway"

    init(_ problem: RadioProblem) {
        switch problem {
        case .noAdvertisement: self = .noAdvertisement
        case .broken: self = .brokenEvent
        case .inPieces: self = .inPieces
        }
    }

    init(_ problem: BeaconFrame.Problem) {
        switch problem {
        case .visitor: self = .visitor
        case .otherVersion: self = .otherVersion
        case .otherSize: self = .otherSize
        }
    }
}

/// How much of what was heard was published, and why the rest was not.
struct Tally: Equatable, Sendable {
    private(set) var published: UInt64 = 0
    private(set) var refused: [Rejection: UInt64] = [:]

    mutating func countPublished() { published += 1 }
    mutating func count(_ reason: Rejection) { refused[reason, default: 0] += 1 }

    mutating func add(_ other: Tally) {
        published += other.published
        refused.merge(other.refused, uniquingKeysWith: +)
    }

    /// The reasons in words.
    var words: [String: Int64] {
        Dictionary(uniqueKeysWithValues: refused.map { ($0.key.rawValue, Int64(clamping: $0.value)) })
    }

    /// Names and values for the log, in the order of the chain.
    var fields: [(String, String)] {
        [("published", "\(published)")]
            + Rejection.allCases.compactMap { reason in refused[reason].map { (reason.rawValue, "\($0)") } }
    }
}
