extension Advertisement {
    /// What is wrong with an advertisement that is written as text, and where.
    public struct TextProblem: Error, Equatable, CustomStringConvertible {
        /// The field and a sentence.
        public let description: String

        /// A problem in words.
        public init(_ description: String) { self.description = description }
    }

    /// Beyond what any radio measures.
    private static let strengths = -128...20
    /// What controllers say that did not measure the strength.
    private static let notMeasured = 127

    /// Reads an advertisement as gateways write it.
    ///
    /// - Parameters:
    ///   - address: The sender's address, such as `C0:FF:EE:00:00:01`.
    ///   - rssi: The strength in dBm; nil or 127 where it was not measured.
    ///   - data: The data in hexadecimal digits.
    public init(address text: String, isRandom: Bool, rssi: Int?, data digits: String) throws(TextProblem) {
        guard let address = Address(text, isRandom: isRandom) else {
            throw TextProblem("address: \"\(text)\" is none such as C0:FF:EE:00:00:01")
        }
        let rssi = rssi == Self.notMeasured ? nil : rssi
        if let rssi, !Self.strengths.contains(rssi) { throw TextProblem("rssi: \(rssi) is not between -128 and 20") }
        guard digits.utf8.count <= Self.mostBytes * 2 else {
            throw TextProblem(
                "data: has \(digits.utf8.count) digits; no advertisement has more than \(Self.mostBytes) bytes")
        }
        guard let data = Self.bytes(digits) else {
            throw TextProblem("data: is not made of pairs of hexadecimal digits")
        }
        self.init(address: address, rssi: rssi.map(Int8.init(clamping:)), data: data[...])
    }

    /// Reads pairs of hexadecimal digits; nil where there is anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { digits -> [UInt8]? in
            guard digits.count.isMultiple(of: 2) else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(digits.count / 2)
            for place in stride(from: 0, to: digits.count, by: 2) {
                guard let high = unsafe Address.value(of: digits[place]),
                    let low = unsafe Address.value(of: digits[place + 1])
                else { return nil }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
    }
}
