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
            var fraction: (value: Int64, count: Int)?
            if rest.first == UInt8(ascii: ".") {
                rest.removeFirst()
                let digits = takeDigits(&rest)
                guard (1...9).contains(digits.count) else { return nil }
                fraction = digits
            }
            let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest[letters.endIndex...]
            // Ten digits keep every product below well inside 128 bits.
            guard (1...10).contains(whole.count),
                let unit = open.firstIndex(where: { letters.elementsEqual($0.name.utf8) })
            else { return nil }
            let part = open[unit].duration
            total += part * whole.value
            if let fraction {
                total += part * fraction.value / (0..<fraction.count).reduce(1) { power, _ in power * 10 }
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
            if count > 0 { text += String(count) + unit.name }
            rest = left
        }
        return text
    }

    /// Takes the digits that come next, and says how many they are and, of as many as are allowed, the number they make.
    private static func takeDigits(_ rest: inout Substring.UTF8View) -> (value: Int64, count: Int) {
        var (value, count): (Int64, Int) = (0, 0)
        while let digit = rest.first.map({ $0 &- UInt8(ascii: "0") }), digit < 10 {
            value = value &* 10 &+ Int64(digit)
            count += 1
            rest.removeFirst()
        }
        return (value, count)
    }
}
