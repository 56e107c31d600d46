internal import FeatureKit

extension Advertisement {
    static let longestAgo = Duration.seconds(60)
    /// Beyond what any radio measures.
    private static let strengths = -128...20
    /// What controllers say that did not measure it.
    private static let notMeasured = 127

    /// Reads what a gateway posted.
    init(_ posted: PostedAdvertisement) throws(PostProblem) {
        guard let address = Address(posted.address, isRandom: posted.random) else { throw .address(posted.address) }
        let rssi = posted.rssi == Self.notMeasured ? nil : posted.rssi
        if let rssi, !Self.strengths.contains(rssi) { throw .strength(rssi) }
        guard (.zero...Self.longestAgo).contains(posted.ago) else { throw .tooLongAgo }
        guard posted.data.utf8.count <= PieceMemory.mostBytes * 2 else {
            throw .tooLong(digits: posted.data.utf8.count)
        }
        guard let data = [UInt8](hexadecimal: posted.data) else { throw .digits }
        self.init(address: address, rssi: rssi.map(Int8.init(clamping:)), data: data[...])
    }
}

extension Advertisement.Address {
    /// Reads it as people write it, in capitals or not.
    init?(_ text: String, isRandom: Bool) {
        let bytes = Array(text.utf8)
        guard bytes.count == 17 else { return nil }
        var number: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            if index % 3 == 2 {
                guard byte == UInt8(ascii: ":") else { return nil }
            } else {
                guard let digit = byte.hexadecimalDigit else { return nil }
                number = number << 4 | UInt64(digit)
            }
        }
        self.init(kind: isRandom ? 1 : 0, number: number)
    }
}

extension [UInt8] {
    /// Reads pairs of hexadecimal digits; nil where there is anything else.
    init?(hexadecimal text: String) {
        var text = text
        let bytes = text.withUTF8 { digits -> [UInt8]? in
            guard digits.count % 2 == 0 else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(digits.count / 2)
            for index in stride(from: 0, to: digits.count, by: 2) {
                guard let high = unsafe digits[index].hexadecimalDigit,
                    let low = unsafe digits[index + 1].hexadecimalDigit
                else { return nil }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
        guard let bytes else { return nil }
        self = bytes
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
