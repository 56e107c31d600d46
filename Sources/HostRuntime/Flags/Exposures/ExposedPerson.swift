/// Whom flags were evaluated for, as exposures tell people apart.
package struct ExposedPerson: Sendable {
    /// The same in every process, and nothing that a split goes by: a sample must not favour a variant.
    let hash: UInt64

    /// Nil for somebody without a key: what they were shown belongs to nobody.
    package init?(_ key: String?) {
        guard let key else { return nil }
        self.init(key.utf8.span)
    }

    /// The same by the key's bytes.
    package init?(_ key: borrowing Span<UInt8>) {
        guard !key.isEmpty else { return nil }
        hash = Self.hash(key)
    }

    /// Whether their exposures to a flag are told where only a part of the people's are.
    ///
    /// - Parameter part: From 0 to 1.
    func isSampled(_ flag: String, _ part: Double) -> Bool {
        guard part < 1 else { return true }
        return Double(Self.mix(hash ^ Self.hash(flag.utf8.span)) >> 11) * 0x1p-53 < part
    }

    /// FNV-1a, then mixed.
    private static func hash(_ text: borrowing Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in text.indices { hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3 }
        return mix(hash)
    }

    /// Spreads what differs in a few bits over all of them.
    static func mix(_ number: UInt64) -> UInt64 {
        var number = number
        number = (number ^ number >> 33) &* 0xFF51_AFD7_ED55_8CCD
        number = (number ^ number >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return number ^ number >> 33
    }
}
