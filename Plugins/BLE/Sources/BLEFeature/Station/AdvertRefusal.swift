/// Why something that was heard is not published.
enum AdvertRefusal: UInt8, Error, CaseIterable {
    case noAdvertisement, brokenEvent, inPieces, brokenStructure, otherCompany, visitor, otherVersion, otherSize
    case noTTL, expired, notListed, notSigned, wrongSignature, untimelySignature, wrongZone, tooWeak, repeated
    case overtaken
}
