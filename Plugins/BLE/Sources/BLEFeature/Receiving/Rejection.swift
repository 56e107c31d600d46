internal import BluetoothCaptures
internal import CircuitBeacons

/// Why something that was heard is not published.
enum Rejection: Int, Error, CaseIterable {
    case noAdvertisement, brokenEvent, inPieces, brokenStructure, otherCompany, visitor, otherVersion, otherSize
    case noTTL, expired, notListed, notSigned, wrongSignature, untimelySignature, wrongZone, tooWeak, repeated
    case overtaken, ibeacon, unknownGateway

    init(_ problem: RadioProblem) {
        self =
            switch problem {
            case .noAdvertisement: .noAdvertisement
            case .broken: .brokenEvent
            case .inPieces: .inPieces
            }
    }

    init(_ problem: BeaconFrame.Problem) {
        self =
            switch problem {
            case .visitor: .visitor
            case .otherVersion: .otherVersion
            case .otherSize: .otherSize
            }
    }

    /// The word for it in logs and replies.
    var word: String {
        switch self {
        case .noAdvertisement: "no advertisement"
        case .brokenEvent: "broken event"
        case .inPieces: "in pieces"
        case .brokenStructure: "broken structure"
        case .otherCompany: "other company"
        case .visitor: "visitor"
        case .otherVersion: "other version"
        case .otherSize: "other size"
        case .noTTL: "no TTL"
        case .expired: "expired"
        case .notListed: "not listed"
        case .notSigned: "not signed"
        case .wrongSignature: "wrong signature"
        case .untimelySignature: "untimely signature"
        case .wrongZone: "wrong zone"
        case .tooWeak: "too weak"
        case .repeated: "repeated"
        case .overtaken: "overtaken"
        // It says nothing of its zone; that it was heard counts all the same.
        case .ibeacon: "iBeacon"
        case .unknownGateway: "unknown gateway"
        }
    }
}

/// How much of what was heard was published, and why the rest was not.
struct Tally: Equatable, Sendable {
    private(set) var published: UInt64 = 0
    // By the reasons' numbers, since each word that is heard is counted here.
    private var counts = [UInt64](repeating: 0, count: Rejection.allCases.count)

    mutating func countPublished() { published += 1 }
    mutating func count(_ reason: Rejection) { counts[reason.rawValue] += 1 }

    mutating func add(_ other: Tally) {
        published += other.published
        for index in counts.indices { counts[index] += other.counts[index] }
    }

    /// What was counted after an earlier state of the same tally.
    func since(_ earlier: Tally) -> Tally {
        var news = self
        news.published -= earlier.published
        for index in counts.indices { news.counts[index] -= earlier.counts[index] }
        return news
    }

    /// How often each reason occurred that did, in the order of the chain.
    var refused: [(reason: Rejection, count: UInt64)] {
        Rejection.allCases.compactMap { counts[$0.rawValue] > 0 ? ($0, counts[$0.rawValue]) : nil }
    }

    /// The same for replies.
    var refusedWords: [String: Int64] {
        Dictionary(uniqueKeysWithValues: refused.map { ($0.reason.word, Int64(clamping: $0.count)) })
    }

    /// The same for the log.
    var fields: [(String, String)] {
        [("published", "\(published)")] + refused.map { ($0.reason.word, "\($0.count)") }
    }
}
