/// Unicode's simple case folding: letters that differ only in case become one, each scalar one scalar.
enum CaseFolding {
    /// The scalar that stands for a scalar in whichever case.
    @inline(__always)
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
        return foldedBeyondASCII(scalar)
    }

    @inline(never)
    private static func foldedBeyondASCII(_ value: UInt32) -> UInt32 {
        // The two letters of Turkish that fold to an i in no other language.
        guard value != 0x130, value != 0x131, let scalar = Unicode.Scalar(value) else { return value }
        // By way of upper case, so that ς and σ become one; what would become several letters stays.
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return (single(upper.properties.lowercaseMapping) ?? upper).value
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        var scalars = text.unicodeScalars.makeIterator()
        guard let first = scalars.next(), scalars.next() == nil else { return nil }
        return first
    }

    /// A text with every letter folded.
    static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { folded.append(Unicode.Scalar(self.folded(scalar.value)) ?? scalar) }
        return String(folded)
    }

    /// A hash of a text in which case makes no difference.
    static func hash(_ text: TextRun) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = 0
        while index < text.count { sum = (sum ^ UInt64(folded(text.scalar(at: &index)))) &* 0x100_0000_01B3 }
        return sum ^ sum &>> 32
    }
}

extension TextRun {
    /// The scalar that begins at an index, which goes on to the next one.
    @inline(__always)
    func scalar(at index: inout Int) -> UInt32 {
        let first = UInt32(self[index])
        index &+= 1
        guard first >= 0x80 else { return first }
        var value = first >= 0xF0 ? first & 0x07 : first >= 0xE0 ? first & 0x0F : first & 0x1F
        while index < count, self[index] & 0xC0 == 0x80 {
            value = value &<< 6 | UInt32(self[index] & 0x3F)
            index &+= 1
        }
        return value
    }
}
