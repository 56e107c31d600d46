/// Whole numbers from 0 to 999,999,999 in words.
enum NumberWords {
    /// What follows a number in Spanish.
    enum Form {
        /// Nothing: `veintiuno`.
        case alone
        /// A masculine noun: `veintiún metros`.
        case masculine
        /// A feminine noun: `veintiuna horas`.
        case feminine
    }

    static let range = 0...999_999_999

    private static let spanishUnits = words(
        """
        cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete \
        dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete \
        veintiocho veintinueve
        """)
    private static let spanishTens = words("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
    private static let spanishHundreds = words(
        "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos")
    private static let englishUnits = words(
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
        eighteen nineteen
        """)
    private static let englishTens = words("twenty thirty forty fifty sixty seventy eighty ninety")

    static func spanish(_ number: Int, _ form: Form = .alone) -> String {
        switch number {
        case 1_000_000...:
            let (millions, rest) = number.quotientAndRemainder(dividingBy: 1_000_000)
            let head = millions == 1 ? "un millón" : spanish(millions, .masculine) + " millones"
            return rest == 0 ? head : "\(head) \(spanish(rest, form))"
        case 1_000...:
            let (thousands, rest) = number.quotientAndRemainder(dividingBy: 1_000)
            let head = thousands == 1 ? "mil" : spanish(thousands, form == .feminine ? .feminine : .masculine) + " mil"
            return rest == 0 ? head : "\(head) \(spanish(rest, form))"
        case 100: return "cien"
        case 101...:
            let hundreds = spanishHundreds[number / 100 - 1]
            let isFeminine = form == .feminine && number >= 200
            let head = isFeminine ? hundreds.dropLast(2) + "as" : hundreds
            return number % 100 == 0 ? head : "\(head) \(spanish(number % 100, form))"
        case 30...:
            let head = spanishTens[number / 10 - 3]
            return number % 10 == 0 ? head : "\(head) y \(spanish(number % 10, form))"
        case 21 where form == .masculine: return "veintiún"
        case 1 where form == .masculine: return "un"
        case 1 where form == .feminine, 21 where form == .feminine: return spanishUnits[number].dropLast() + "a"
        default: return spanishUnits[number]
        }
    }

    static func english(_ number: Int) -> String {
        switch number {
        case 1_000_000...: return english(number, 1_000_000, "million")
        case 1_000...: return english(number, 1_000, "thousand")
        case 100...: return english(number, 100, "hundred")
        case 20...:
            let head = englishTens[number / 10 - 2]
            return number % 10 == 0 ? head : "\(head)-\(english(number % 10))"
        default: return englishUnits[number]
        }
    }

    private static func english(_ number: Int, _ size: Int, _ name: String) -> String {
        let (count, rest) = number.quotientAndRemainder(dividingBy: size)
        let head = "\(english(count)) \(name)"
        return rest == 0 ? head : "\(head) \(rest < 100 ? "and " : "")\(english(rest))"
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
