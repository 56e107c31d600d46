extension ZoneRule {
    /// Reads a text such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil where it is no valid rule.
    init?(_ text: some Collection<UInt8>) {
        guard text.count <= Self.mostBytes else { return nil }
        var words = Words(rest: Array(text)[...])
        guard words.name(), let standard = words.offset() else { return nil }
        guard !words.isAtEnd else {
            self.init(standard: standard, summer: nil)
            return
        }
        guard words.name() else { return nil }
        // An hour ahead, unless the rule has another offset.
        var summer: Int? = standard + 3_600
        if !words.comes(",") { summer = words.offset() }
        guard let summer, Zone.offsets.contains(summer), words.take(","), let begins = words.transition(),
            words.take(","),
            let ends = words.transition(), words.isAtEnd
        else { return nil }
        self.init(standard: standard, summer: Summer(offset: summer, begins: begins, ends: ends))
    }
}

/// What is left of the text.
private struct Words {
    /// The hours of a transition that RFC 9636 allows.
    static let hours = 0...167

    var rest: ArraySlice<UInt8>

    var isAtEnd: Bool { rest.isEmpty }

    func comes(_ mark: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: mark) }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard comes(mark) else { return false }
        rest.removeFirst()
        return true
    }

    /// Passes over a name: letters, or with digits and signs as well between `<` and `>`.
    mutating func name() -> Bool {
        let isQuoted = take("<")
        let count = rest.prefix { isQuoted ? $0.isLetter || $0.isDigit || $0.isSign : $0.isLetter }.count
        rest.removeFirst(count)
        return count >= 3 && (!isQuoted || take(">"))
    }

    /// POSIX counts what clocks are behind UTC.
    mutating func offset() -> Int? {
        guard let behind = time(0...25), Zone.offsets.contains(-behind) else { return nil }
        return -behind
    }

    mutating func transition() -> ZoneRule.Transition? {
        guard let date = date() else { return nil }
        guard take("/") else { return ZoneRule.Transition(date: date, time: 2 * 3_600) }
        return time(Self.hours).map { ZoneRule.Transition(date: date, time: $0) }
    }

    private mutating func date() -> ZoneRule.Transition.Date? {
        if take("J") { return number(1...365).map { .common($0) } }
        guard take("M") else { return number(0...365).map { .counted($0) } }
        guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6)
        else {
            return nil
        }
        return .weekday(weekday, week: week, month: month)
    }

    /// `2`, `-1:30` or `26:00:00`, in seconds.
    private mutating func time(_ hours: ClosedRange<Int>) -> Int? {
        let sign = take("-") ? -1 : 1
        if sign > 0 { _ = take("+") }
        guard var seconds = number(hours) else { return nil }
        seconds *= 3_600
        for unit in [60, 1] where take(":") {
            guard let part = number(0...59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0.isDigit }
        guard (1...3).contains(digits.count) else { return nil }
        rest.removeFirst(digits.count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
}
