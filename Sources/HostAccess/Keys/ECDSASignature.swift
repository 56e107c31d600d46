/// A signature of P-256 as tokens have it, two numbers of 32 bytes, and as OpenSSL takes it: a sequence in DER.
enum ECDSASignature {
    private static let half = 32
    private static let integer: UInt8 = 0x02
    private static let sequence: UInt8 = 0x30

    /// The sequence; nil where it is no signature, such as one of zeros, which some libraries took for a good one.
    static func sequence(of signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 2 * half else { return nil }
        var body: [UInt8] = []
        body.reserveCapacity(2 * half + 8)
        for number in [signature[..<half], signature[half...]] {
            let digits = number.drop { $0 == 0 }
            guard let first = digits.first else { return nil }
            // A number whose first bit is set would be a negative one.
            let pads = first & 0x80 != 0
            body.append(integer)
            body.append(UInt8(digits.count + (pads ? 1 : 0)))
            if pads { body.append(0) }
            body.append(contentsOf: digits)
        }
        return [sequence, UInt8(body.count)] + body
    }
}
