@_spi(Hosting) import FeatureKit
import Testing

@Suite struct FoldedTextTests {
    @Test(
        arguments: [
            ("La Pepita", "la pepita"), ("CAFÉ", "cafe"), ("Cafe\u{301}", "cafe"), ("Peña Ñandú", "pena nandu"),
            ("¡Olé!", "¡ole!"), ("Col·lecció", "colleccio"), ("col·lecció", "colleccio"), ("Paraŀlel", "parallel"),
            ("A·B", "a·b"), ("Łódź", "lodz"), ("Zażółć gęślą jaźń", "zazolc gesla jazn"), ("İstanbul", "istanbul"),
            ("ISPARTA ısparta", "isparta isparta"), ("Şişli Çağlayan", "sisli caglayan"), ("Việt Nam", "viet nam"),
            ("Phở Đặc Biệt", "pho dac biet"), ("Straße STRASSE STRAẞE", "strasse strasse strasse"),
            ("Smørrebrød", "smorrebrod"), ("Ǿ", "o"), ("Ærø æble", "aero aeble"), ("Œuvre", "oeuvre"),
            ("Þór Ðað", "thor dad"), ("Ħamrun", "hamrun"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"), ("Ὀδυσσεύς", "οδυσσευσ"),
            ("ﬁsh ﬂat eﬃcient", "fish flat efficient"), ("Ｃａｆｅ　１２", "cafe 12"), ("ſonne", "sonne"),
            ("Kelvin", "kelvin"),
            ("d’Or dʼor", "d'or d'or"), ("Ёлка Й", "елка и"), ("1º 2ª", "1o 2a"), ("soft\u{AD}hyphen", "softhyphen"),
            ("a\tb\nc\u{A0}d\u{2028}e", "a b c d e"), ("a\u{0}b\u{3}c\u{7F}", "abc"), ("\u{85}", " "),
            // Without these marks another word is left.
            ("が", "か\u{3099}"), ("ที่", "ที่"), ("हिन्दी", "हिन्दी"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
            ("각", "\u{1100}\u{1161}\u{11A8}"), ("👍🏽 ❤️", "👍🏽 ❤"), ("😀", "😀"), ("", ""), ("\u{301}", ""),
            ("a\u{20DD}", "a"),
        ] as [(String, String)])
    func folds(_ text: String, to folded: String) {
        #expect(Array(text.folded.unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test func changesNothingOfWhatIsFolded() {
        // Beyond these planes there are only ideographs and what nobody assigned.
        for value in Array(0..<UInt32(0x20000)) + Array(0xE0000..<0xE1000) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = FoldedText.fold(String(scalar))
            if !FoldedText.fold(folded).utf8.elementsEqual(folded.utf8) {
                Issue.record("U+\(String(value, radix: 16))")
            }
            // What the trigrams of a text are told apart by.
            if folded.utf8.contains(where: { $0 < 0x20 }) { Issue.record("U+\(String(value, radix: 16)) is a control") }
        }
    }

    @Test func changesNothingOfWhatIsFoldedInAnyText() {
        var random = SeededRandom.announced()
        let marks: [Unicode.Scalar] = ["\u{301}", "\u{307}", "\u{327}", "\u{3099}", "\u{345}", "·", "l", "I", "ß", "ẞ"]
        for _ in 0..<3000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let any = Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
                text.append(Bool.random(using: &random) ? any ?? "a" : marks.randomElement(using: &random) ?? "a")
            }
            let folded = FoldedText.fold(String(text))
            #expect(FoldedText.fold(folded).utf8.elementsEqual(folded.utf8), "\(text.map { $0.value })")
        }
    }
}
