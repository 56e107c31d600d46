/// Texts with what a voice would read wrong in words: decimals, numbers with units, amounts in euros and times of day.
public enum SpokenText {
    /// What is spoken where a text is read in Spanish or English; texts in other languages stay as they are.
    public static func text(_ text: String, in language: String) -> String {
        guard let reader = NumberReader(language) else { return text }
        let withTimes = text.replacing(
            #/(?<before>^|[^\w.,:])(?:[Ll]as?\s)?(?<hour>[01]?[0-9]|2[0-3]):(?<minute>[0-5][0-9])(?:\s?h)?(?![\w:])/#
        ) { match in
            let time = reader.time(Int(match.hour) ?? 0, Int(match.minute) ?? 0)
            return "\(match.before)\(time)"
        }
        return withTimes.replacing(
            #/(?<before>^|[^\w.,:])(?<minus>[-−])?(?<euro>€)?(?<number>[0-9]+(?:[.,][0-9]+)*)(?:\s?(?<unit>km/h|km|min|m|h|s|%|°C|°|€))?(?!\w)/#
        ) { match in
            let unit = match.euro == nil ? match.unit.map { $0 == "°C" ? "°" : String($0) } : "€"
            guard match.euro == nil || match.unit == nil, let number = reader.number(match.number),
                let words = reader.words(number, unit)
            else { return String(match.0) }
            return "\(match.before)\(match.minus == nil ? "" : reader.minus)\(words)"
        }
    }

    /// What is spoken on the way, such as `En 200 metros, gire a la derecha.`; without a distance `Ahora, …`.
    public static func cue(_ instruction: String, inMetres metres: Int?, language: String) -> String {
        let isEnglish = language.lowercased().hasPrefix("en")
        guard let metres else { return "\(isEnglish ? "Now" : "Ahora"), \(instruction)" }
        return "\(isEnglish ? "In" : "En") \(text("\(metres) m", in: isEnglish ? "en" : "es")), \(instruction)"
    }
}

/// Puts numbers into the words of a language.
struct NumberReader {
    /// A number that is not negative.
    struct Number {
        let whole: Int
        /// The digits behind the decimal point.
        let decimals: String
        /// Whether it is written without separators.
        let isPlain: Bool
    }

    private struct Unit {
        let one: String
        let many: String
        var isFeminine = false
        /// Whether one says half of it.
        var isHalved = true
    }

    private static let spanish: [String: Unit] = [
        "m": Unit(one: "metro", many: "metros"), "km": Unit(one: "kilómetro", many: "kilómetros"),
        "min": Unit(one: "minuto", many: "minutos"), "s": Unit(one: "segundo", many: "segundos"),
        "h": Unit(one: "hora", many: "horas", isFeminine: true),
        "km/h": Unit(one: "kilómetro por hora", many: "kilómetros por hora", isHalved: false),
        "°": Unit(one: "grado", many: "grados", isHalved: false),
        "€": Unit(one: "euro", many: "euros"), "cent": Unit(one: "céntimo", many: "céntimos"),
    ]
    private static let english: [String: Unit] = [
        "m": Unit(one: "metre", many: "metres"), "km": Unit(one: "kilometre", many: "kilometres"),
        "min": Unit(one: "minute", many: "minutes"), "s": Unit(one: "second", many: "seconds"),
        "h": Unit(one: "hour", many: "hours"),
        "km/h": Unit(one: "kilometre per hour", many: "kilometres per hour", isHalved: false),
        "°": Unit(one: "degree", many: "degrees", isHalved: false),
        "€": Unit(one: "euro", many: "euros"), "cent": Unit(one: "cent", many: "cents"),
    ]

    private let isSpanish: Bool

    init?(_ language: String) {
        switch language.lowercased().prefix(while: { $0 != "-" }) {
        case "es": isSpanish = true
        case "en": isSpanish = false
        default: return nil
        }
    }

    var minus: String { isSpanish ? "menos " : "minus " }

    /// A time of day: `las catorce cero cinco` and `two oh five p.m.`.
    func time(_ hour: Int, _ minute: Int) -> String {
        if isSpanish {
            let words = hour == 1 ? "la una" : "las \(NumberWords.spanish(hour, .feminine))"
            if minute == 0 { return "\(words) en punto" }
            return "\(words)\(minute < 10 ? " cero" : "") \(NumberWords.spanish(minute))"
        }
        if minute == 0, hour % 12 == 0 { return hour == 0 ? "midnight" : "noon" }
        let words = NumberWords.english((hour + 11) % 12 + 1)
        let minutes = minute == 0 ? "" : "\(minute < 10 ? " oh" : "") \(NumberWords.english(minute))"
        return "\(words)\(minutes) \(hour < 12 ? "a.m." : "p.m.")"
    }

    /// Reads a number with the separators of the language; nil where it could be something else, such as a date.
    func number(_ text: Substring) -> Number? {
        let (comma, point): (Character, Character) = isSpanish ? (".", ",") : (",", ".")
        let parts = text.split(separator: point, omittingEmptySubsequences: false)
        var groups = parts[0].split(separator: comma, omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        var decimals = parts.count == 2 ? String(parts[1]) : ""
        // Not three digits, so it is the other language's decimal point.
        if parts.count == 1, groups.count == 2, groups[1].count != 3 { decimals = String(groups.removeLast()) }
        guard groups.count == 1 || (groups[0].count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 }),
            let whole = Int(groups.joined()), NumberWords.range.contains(whole), decimals.count <= 9
        else { return nil }
        return Number(whole: whole, decimals: decimals, isPlain: text.allSatisfy(\.isNumber))
    }

    /// A number and its unit in words; nil where a voice reads it right by itself.
    func words(_ number: Number, _ name: String?) -> String? {
        if name == "%" { return "\(plain(number)) \(isSpanish ? "por ciento" : "per cent")" }
        guard let name, let unit = (isSpanish ? Self.spanish : Self.english)[name] else {
            return number.isPlain ? nil : plain(number)
        }
        if name == "€", 1...2 ~= number.decimals.count {
            let cents = (Int(number.decimals) ?? 0) * (number.decimals.count == 1 ? 10 : 1)
            if number.whole == 0, cents > 0 { return words(Number(whole: cents, decimals: "", isPlain: true), "cent") }
            let euros = count(number.whole, unit)
            guard cents > 0 else { return euros }
            return isSpanish
                ? "\(euros) con \(NumberWords.spanish(cents))" : "\(euros) \(NumberWords.english(cents))"
        }
        let decimals = String(number.decimals.reversed().drop { $0 == "0" }.reversed())
        if decimals.isEmpty { return count(number.whole, unit) }
        if unit.isHalved, decimals == "5" { return halves(number.whole, unit) }
        return "\(plain(number)) \(unit.many)"
    }

    private func count(_ number: Int, _ unit: Unit) -> String {
        let words =
            isSpanish
            ? NumberWords.spanish(number, unit.isFeminine ? .feminine : .masculine) : NumberWords.english(number)
        let isMillions = isSpanish && number > 0 && number % 1_000_000 == 0
        return "\(words) \(isMillions ? "de " : "")\(number == 1 ? unit.one : unit.many)"
    }

    private func halves(_ whole: Int, _ unit: Unit) -> String {
        if isSpanish {
            let half = unit.isFeminine ? "media" : "medio"
            return whole == 0 ? "\(half) \(unit.one)" : "\(count(whole, unit)) y \(half)"
        }
        guard whole > 0 else { return "half \(unit.one == "hour" ? "an" : "a") \(unit.one)" }
        return "\(NumberWords.english(whole)) and a half \(unit.many)"
    }

    /// A number without a unit.
    private func plain(_ number: Number) -> String {
        let whole = isSpanish ? NumberWords.spanish(number.whole) : NumberWords.english(number.whole)
        guard !number.decimals.isEmpty else { return whole }
        let zeros = number.decimals.prefix { $0 == "0" }
        let rest = number.decimals.dropFirst(zeros.count)
        // One or two digits are a number in Spanish, and digits in English.
        let isOne = isSpanish && 1...2 ~= rest.count
        let parts = zeros.map { String($0) } + (isOne ? [String(rest)] : rest.map { String($0) })
        let words = parts.compactMap { Int($0) }.map { isSpanish ? NumberWords.spanish($0) : NumberWords.english($0) }
        return ([whole, isSpanish ? "coma" : "point"] + words).joined(separator: " ")
    }
}
