internal import FeatureKit

/// A signature as it stands beside a word: the minute that it was made in, and the first bytes of a code that only the key
/// makes.
struct Seal {
    /// How many bytes of the code are sent: as many as a legacy advertisement has room for.
    static let codeBytes = 7
    /// What is signed begins with the company's number as it is sent.
    private static let company: ArraySlice<UInt8> = [
        UInt8(truncatingIfNeeded: BeaconFrame.company), UInt8(truncatingIfNeeded: BeaconFrame.company >> 8),
    ]

    private let minute: ArraySlice<UInt8>
    private let code: ArraySlice<UInt8>

    /// Reads what follows the company; nil where that is no signature.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard reader.byte() == BeaconFrame.sealVersion, let minute = reader.bytes(2),
            let code = reader.bytes(Self.codeBytes), reader.rest.isEmpty
        else { return nil }
        (self.minute, self.code) = (minute, code)
    }

    /// What follows the company in a signature of a word.
    static func bytes(of payload: [UInt8], in minute: UInt16, by key: SigningKey) -> [UInt8] {
        let number = [UInt8(truncatingIfNeeded: minute >> 8), UInt8(truncatingIfNeeded: minute)]
        let code = key.code(of: company, payload[...], number[...])
        return [BeaconFrame.sealVersion] + number + code.prefix(codeBytes)
    }

    /// Whether this key made it, of this word.
    func isMade(by key: SigningKey, of payload: ArraySlice<UInt8>) -> Bool {
        SigningKey.areSame(key.code(of: Self.company, payload, minute).prefix(Self.codeBytes), code)
    }

    /// Whether its minute is no further from a moment's than clocks may be off.
    func counts(at wall: Timestamp, within clock: Duration) -> Bool {
        let said: UInt16 = ByteReader.number(minute)
        let apart = Int16(bitPattern: said &- Self.minute(of: wall)).magnitude
        return .seconds(Int64(apart) * 60) <= clock
    }

    /// The minute since 1970 as it is sent; it comes again each 45 days.
    static func minute(of wall: Timestamp) -> UInt16 { UInt16(truncatingIfNeeded: minutes(wall)) }

    /// When the next minute begins.
    static func nextMinute(after wall: Timestamp) -> Timestamp {
        wall.advanced(by: .nanoseconds((minutes(wall) + 1) * nanoseconds - wall.nanoseconds))
    }

    private static let nanoseconds: Int64 = 60_000_000_000

    private static func minutes(_ wall: Timestamp) -> Int64 {
        let (minutes, rest) = wall.nanoseconds.quotientAndRemainder(dividingBy: nanoseconds)
        return rest < 0 ? minutes - 1 : minutes
    }
}
