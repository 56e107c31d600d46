/// Where somebody comes from, as far as it is counted: an IPv4 address, or the 64 bits of an IPv6 network.
///
/// Whoever has an IPv6 address has 2⁶⁴ of them.
enum Network {
    /// Those of whom no address is known count as one.
    static let unknown = "-"

    static func name(of address: String?) -> String {
        guard var address, address.utf8.count <= 64 else { return unknown }
        if let zone = address.firstIndex(of: "%") { address = String(address[..<zone]) }
        guard address.contains(":") else { return address }
        guard let groups = groups(address) else { return address.lowercased() }
        // An IPv4 address in IPv6's clothes is the same machine.
        if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
            return "\(groups[6] >> 8).\(groups[6] & 255).\(groups[7] >> 8).\(groups[7] & 255)"
        }
        return groups[..<4].map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// The eight numbers of an IPv6 address; nil where it is none.
    private static func groups(_ text: String) -> [UInt16]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        var parts: [[UInt16]] = []
        for half in halves {
            var numbers: [UInt16] = []
            for word in half.split(separator: ":", omittingEmptySubsequences: false) where !half.isEmpty {
                if word.contains(".") {
                    let bytes = word.split(separator: ".").compactMap { UInt16($0) }
                    guard bytes.count == 4, bytes.allSatisfy({ $0 < 256 }) else { return nil }
                    numbers += [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
                } else {
                    guard let number = UInt16(word, radix: 16) else { return nil }
                    numbers.append(number)
                }
            }
            parts.append(numbers)
        }
        let missing = 8 - parts.map(\.count).reduce(0, +)
        guard parts.count == 2 ? missing > 0 : missing == 0 else { return nil }
        return parts[0] + Array(repeating: 0, count: missing) + (parts.count == 2 ? parts[1] : [])
    }
}
