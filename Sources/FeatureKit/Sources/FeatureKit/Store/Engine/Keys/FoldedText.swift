// Canonical decomposition, which the standard library has but doesn't offer.
@_spi(_Unicode) internal import Swift

/// Texts without accents and case: what `.folded` and `.contains` compare.
///
/// Folding what is folded changes nothing.
@_spi(Hosting) public enum FoldedText {
    /// Has to grow whenever a text folds differently than before, so that stored texts are folded again.
    public static let version = 1

    /// Folds a text: decomposed, without accents, in lower case, letters that do not decompose by their usual spelling
    /// (`ß` is `ss`, `ø` is `o`), every white space as a space, and without invisible characters.
    public static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldASCII(text) }
        var folded = foldOnce(text)
        // A letter may fold to one that folds again, such as ẞ to ß to ss; the longest such chain has three steps.
        while !folded.utf8.allSatisfy({ $0 < 0x80 }) {
            let again = foldOnce(folded)
            guard !again.utf8.elementsEqual(folded.utf8) else { break }
            folded = again
        }
        return folded
    }

    private static func foldASCII(_ text: String) -> String {
        String(
            decoding: text.utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case 0x09...0x0D: 0x20
                case 0..<0x20, 0x7F: nil
                default: byte
                }
            }, as: UTF8.self)
    }

    private static func foldOnce(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text._nfd {
            if scalar.isASCII {
                folded.append(contentsOf: foldASCII(String(scalar)).unicodeScalars)
            } else if scalar == "·", folded.last == "l" {
                // Catalan: col·lecció is also written collecció.
            } else if let letters = letters[scalar] {
                folded.append(contentsOf: letters.unicodeScalars)
            } else if let width = scalar.usualWidth {
                folded.append(contentsOf: foldASCII(String(width)).unicodeScalars)
            } else if scalar.properties.isWhitespace {
                folded.append(" ")
            } else if !scalar.isLeftOut {
                // Up and down again is what Unicode calls full case folding: ς and σ meet, and ﬁ is fi.
                for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                    folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
                }
            }
        }
        return String(folded)
    }

    /// Letters and signs that do not decompose, but for which people type others.
    private static let letters: [Unicode.Scalar: String] = [
        "Æ": "ae", "æ": "ae", "Œ": "oe", "œ": "oe", "Ø": "o", "ø": "o", "Ł": "l", "ł": "l", "Đ": "d", "đ": "d",
        "Ð": "d", "ð": "d", "Þ": "th", "þ": "th", "Ħ": "h", "ħ": "h", "Ŧ": "t", "ŧ": "t", "Ŋ": "n", "ŋ": "n",
        "ẞ": "ss", "ß": "ss", "ĸ": "k", "Ĳ": "ij", "ĳ": "ij", "Ŀ": "l", "ŀ": "l", "ı": "i", "ª": "a", "º": "o",
        "’": "'", "‘": "'", "ʼ": "'", "ʻ": "'",
    ]
}

extension String {
    /// The text without accents and case, as `.folded` and `.contains` compare it: `Ñandú` and `NANDU` are the same.
    public var folded: String { FoldedText.fold(self) }

    /// The text with each letter and its accents as one character where there is one (Unicode's form NFC): its bytes
    /// are the same however it was typed.
    public var composed: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// The usual letter or sign where this is its wide variant.
    fileprivate var usualWidth: Unicode.Scalar? {
        (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(value - 0xFEE0) : nil
    }

    /// Whether folding leaves it out: accents and invisible characters.
    ///
    /// An accent is a mark whose class says above, below, through, or a point of Hebrew and Arabic. The vowels of
    /// Indian and Thai scripts and the voicing of Japanese ones are marks too, but leaving them out would change the
    /// word.
    fileprivate var isLeftOut: Bool {
        switch properties.generalCategory {
        case .enclosingMark, .control: return true
        case .nonspacingMark:
            let kind = properties.canonicalCombiningClass.rawValue
            if kind == 1 || (10...36).contains(kind) || kind >= 200 { return true }
        default: break
        }
        return properties.isDefaultIgnorableCodePoint
    }
}
