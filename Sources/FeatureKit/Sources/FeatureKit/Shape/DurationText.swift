/// Durations as people write them: `250ms`, `5s`, `1h30m`, `1.5s`.
@_spi(Hosting) public enum DurationText {
    private static let units: [(name: String, duration: Duration)] = [
        ("d", .seconds(86_400)), ("h", .seconds(3_600)), ("m", .seconds(60)), ("s", .seconds(1)),
        ("ms", .milliseconds(1)), ("us", .microseconds(1)), ("ns", .nanoseconds(1)),
    ]

    /// The longest duration that is read: beyond it nobody means what they wrote.
    public static let longest = Duration.seconds(100 * 366 * 86_400)

    /// What `parse` reads as a regular expression of JSON Schema, except for what is longer than `longest`.
    static let pattern =
        "^(0|(?=.)" + units.map { "([0-9]{1,10}(\\.[0-9]{1,9})?\($0.name))?" }.joined() + ")$"

    /// Reads a duration: numbers with units, the larger unit first, each unit once; a bare `0` is fine too.
    public static func parse(_ text: String) -> Duration? {
        guard text != "0" else { return .zero }
        var rest = text.utf8[...]
        var total = Duration.zero
        var open = units[...]
        while !rest.isEmpty {
            let whole = takeDigits(&rest)
            var fraction: Substring.UTF8View?
            if rest.first == UInt8(ascii: ".") {
                rest.removeFirst()
                let digits = takeDigits(&rest)
                guard !digits.isEmpty, digits.count <= 9 else { return nil }
                fraction = Substring(digits).utf8
            }
            let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest[letters.endIndex...]
            // Ten digits keep every product below well inside 128 bits.
            guard (1...10).contains(whole.count), let count = Int64(Substring(whole)),
                let unit = open.firstIndex(where: { $0.name == String(Substring(letters)) })
            else { return nil }
            let part = open[unit].duration
            total += part * count
            if let fraction, let digits = Int64(Substring(fraction)) {
                total += part * digits / (0..<fraction.count).reduce(1) { power, _ in power * 10 }
            }
            guard total <= longest else { return nil }
            open = open[(unit + 1)...]
        }
        return text.isEmpty ? nil : total
    }

    /// Writes a duration so that `parse` reads the same one again, down to nanoseconds.
    ///
    /// A negative one gets a sign, which `parse` refuses: better than a zero that nobody meant.
    public static func print(_ duration: Duration) -> String {
        let nanoseconds = duration.attoseconds / 1_000_000_000
        guard nanoseconds != 0 else { return "0s" }
        var rest = nanoseconds.magnitude
        var text = nanoseconds < 0 ? "-" : ""
        for unit in units {
            let (count, left) = rest.quotientAndRemainder(
                dividingBy: (unit.duration.attoseconds / 1_000_000_000).magnitude)
            if count > 0 { text += "\(count)\(unit.name)" }
            rest = left
        }
        return text
    }

    private static func takeDigits(_ rest: inout Substring.UTF8View) -> Substring.UTF8View {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return digits
    }
}
