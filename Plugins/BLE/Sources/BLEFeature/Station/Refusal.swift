/// Why something that was heard is not published; the words stand in the log.
enum Refusal: String, Error, CaseIterable {
    case noAdvertisement = "no advertisement"
    case brokenEvent = "broken event"
    case inPieces = "in pieces"
    case brokenStructure = "broken structure"
    case otherCompany = "other company"
    case visitor = "visitor"
    case otherVersion = "other version"
    case otherSize = "other size"
    case noTTL = "no TTL"
    case notListed = "not listed"
    case notSigned = "not signed"
    case wrongSignature = "wrong signature"
    case tooWeak = "too weak"
    case repeated = "repeated"
    case overtaken = "overtaken"
}
