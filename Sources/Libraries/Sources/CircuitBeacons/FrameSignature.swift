internal import BluetoothCaptures
internal import Crypto
public import FeatureKit

/// A beacon's signature beside a frame: the minute in which it was made, and the first bytes of an HMAC-SHA-256.
public struct FrameSignature: Sendable {
    /// What a signature begins with.
    public static let version: UInt8 = 0xF0
    /// How many bytes of the code are sent, which is what a legacy advertisement has room for.
    static let codeBytes = 7
    // What is signed begins with the company's number as it is sent.
    private static let company = [
        UInt8(truncatingIfNeeded: BeaconFrame.company), UInt8(truncatingIfNeeded: BeaconFrame.company >> 8),
    ]

    private let minute: UInt16
    private let code: [UInt8]

    /// Reads what follows the company; nil where that is no signature.
    public init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard reader.byte() == Self.version, let minute: UInt16 = reader.bigEndian(),
            let code = reader.bytes(Self.codeBytes), reader.left == 0
        else { return nil }
        (self.minute, self.code) = (minute, Array(code))
    }

    /// Signs a payload.
    public init(of payload: [UInt8], at wall: Timestamp, by key: [UInt8]) {
        minute = Self.minute(of: wall)
        code = Self.code(of: payload[...], minute, by: key)
    }

    /// What follows the company.
    public var bytes: [UInt8] { [Self.version] + Self.bytes(minute) + code }

    /// Whether this key signed this payload.
    public func isMade(by key: [UInt8], of payload: ArraySlice<UInt8>) -> Bool {
        Hash.areEqual(Self.code(of: payload, minute, by: key), code)
    }

    /// Whether its minute is no further from a time than clocks may be off.
    public func isTimely(at wall: Timestamp, within clock: Duration) -> Bool {
        let apart = Int16(bitPattern: minute &- Self.minute(of: wall)).magnitude
        return .seconds(Int64(apart) * 60) <= clock
    }

    /// When the minute after a time begins.
    public static func nextMinute(after wall: Timestamp) -> Timestamp {
        wall.advanced(by: .nanoseconds((minutes(wall) + 1) * minuteLength - wall.nanoseconds))
    }

    private static func code(of payload: ArraySlice<UInt8>, _ minute: UInt16, by key: [UInt8]) -> [UInt8] {
        Array(Hash.hmacSHA256(company + payload + bytes(minute), key: key).prefix(codeBytes))
    }

    private static func bytes(_ minute: UInt16) -> [UInt8] { [UInt8(minute >> 8), UInt8(minute & 0xFF)] }

    // The minute since 1970; as it is sent it comes again each 45 days.
    private static func minute(of wall: Timestamp) -> UInt16 { UInt16(truncatingIfNeeded: minutes(wall)) }

    private static let minuteLength: Int64 = 60_000_000_000

    private static func minutes(_ wall: Timestamp) -> Int64 {
        let (minutes, rest) = wall.nanoseconds.quotientAndRemainder(dividingBy: minuteLength)
        return rest < 0 ? minutes - 1 : minutes
    }
}
