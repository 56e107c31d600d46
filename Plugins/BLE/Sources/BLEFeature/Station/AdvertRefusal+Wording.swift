extension AdvertRefusal: CustomStringConvertible {
    /// The words in the log and in replies.
    var description: String {
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
        }
    }
}
