/// Where the parts of a version lie in its text; the text itself is kept by others.
///
/// As flagd reads versions: `v` in front and missing parts are fine, a fourth part is not. Numbers may have any count of
/// digits, since they are compared as they are written.
struct VersionText: BitwiseCopyable, Sendable {
    /// Bytes side by side.
    struct Part: BitwiseCopyable, Sendable {
        var start = 0
        var count = 0
    }

    /// Of no bytes where it is missing, which means zero.
    private(set) var major = Part()
    private(set) var minor = Part()
    private(set) var patch = Part()
    /// Of no bytes where there is none.
    private(set) var prerelease = Part()

    /// Reads a version; nil where the text is none.
    init?(_ text: TextRun) {
        var index = 0
        if text.count > 0, text[0] | 0x20 == UInt8(ascii: "v") { index = 1 }
        guard let major = Self.number(text, &index) else { return nil }
        self.major = major
        guard index < text.count else { return }
        guard Self.skip(".", text, &index), let minor = Self.number(text, &index) else { return nil }
        self.minor = minor
        guard index < text.count else { return }
        guard Self.skip(".", text, &index), let patch = Self.number(text, &index) else { return nil }
        self.patch = patch
        if Self.skip("-", text, &index) {
            guard let prerelease = Self.identifiers(text, &index, mayLeadWithZero: false) else { return nil }
            self.prerelease = prerelease
        }
        if Self.skip("+", text, &index) {
            guard Self.identifiers(text, &index, mayLeadWithZero: true) != nil else { return nil }
        }
        guard index == text.count else { return nil }
    }

    private static func skip(_ sign: Unicode.Scalar, _ text: TextRun, _ index: inout Int) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: sign) else { return false }
        index &+= 1
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func number(_ text: TextRun, _ index: inout Int) -> Part? {
        let start = index
        while index < text.count, isDigit(text[index]) { index &+= 1 }
        guard index > start, index == start &+ 1 || text[start] != UInt8(ascii: "0") else { return nil }
        return Part(start: start, count: index &- start)
    }

    /// Identifiers with points between them, up to the end or `+`.
    private static func identifiers(_ text: TextRun, _ index: inout Int, mayLeadWithZero: Bool) -> Part? {
        let start = index
        while true {
            let first = index
            var isNumber = true
            while index < text.count, text[index] != UInt8(ascii: "."), text[index] != UInt8(ascii: "+") {
                let byte = text[index]
                guard isDigit(byte) || byte == UInt8(ascii: "-") || (byte | 0x20) &- UInt8(ascii: "a") < 26 else {
                    return nil
                }
                isNumber = isNumber && isDigit(byte)
                index &+= 1
            }
            let count = index &- first
            guard count > 0 else { return nil }
            if isNumber, count > 1, text[first] == UInt8(ascii: "0"), !mayLeadWithZero { return nil }
            guard skip(".", text, &index) else { return Part(start: start, count: index &- start) }
        }
    }
}

extension VersionText {
    /// Below zero where the left one is older, zero where neither is, else above; build metadata does not count.
    static func order(_ left: VersionText, _ leftText: TextRun, _ right: VersionText, _ rightText: TextRun) -> Int {
        var order = numbers(left.major, leftText, right.major, rightText)
        if order == 0 { order = numbers(left.minor, leftText, right.minor, rightText) }
        if order == 0 { order = numbers(left.patch, leftText, right.patch, rightText) }
        return order != 0 ? order : prereleases(left.prerelease, leftText, right.prerelease, rightText)
    }

    static func haveSameMajor(
        _ left: VersionText, _ leftText: TextRun, _ right: VersionText, _ rightText: TextRun
    ) -> Bool {
        numbers(left.major, leftText, right.major, rightText) == 0
    }

    static func haveSameMinor(
        _ left: VersionText, _ leftText: TextRun, _ right: VersionText, _ rightText: TextRun
    ) -> Bool {
        haveSameMajor(left, leftText, right, rightText) && numbers(left.minor, leftText, right.minor, rightText) == 0
    }

    private static func numbers(_ left: Part, _ leftText: TextRun, _ right: Part, _ rightText: TextRun) -> Int {
        switch (left.count, right.count) {
        case (0, 0): 0
        case (0, _): right.count == 1 && rightText[right.start] == UInt8(ascii: "0") ? 0 : -1
        case (_, 0): left.count == 1 && leftText[left.start] == UInt8(ascii: "0") ? 0 : 1
        case let (first, second): first == second ? bytes(left, leftText, right, rightText) : first < second ? -1 : 1
        }
    }

    private static func bytes(_ left: Part, _ leftText: TextRun, _ right: Part, _ rightText: TextRun) -> Int {
        for index in 0..<min(left.count, right.count) {
            let difference = Int(leftText[left.start &+ index]) &- Int(rightText[right.start &+ index])
            if difference != 0 { return difference }
        }
        return left.count &- right.count
    }

    private static func prereleases(_ left: Part, _ leftText: TextRun, _ right: Part, _ rightText: TextRun) -> Int {
        guard left.count > 0, right.count > 0 else {
            return left.count == right.count ? 0 : left.count == 0 ? 1 : -1
        }
        var (leftRest, rightRest) = (left, right)
        while leftRest.count > 0, rightRest.count > 0 {
            let (first, firstIsNumber) = next(&leftRest, leftText)
            let (second, secondIsNumber) = next(&rightRest, rightText)
            let order =
                switch (firstIsNumber, secondIsNumber) {
                case (true, true): numbers(first, leftText, second, rightText)
                case (true, false): -1
                case (false, true): 1
                case (false, false): bytes(first, leftText, second, rightText)
                }
            if order != 0 { return order }
        }
        return leftRest.count &- rightRest.count
    }

    /// Takes the next identifier off, and says whether it is a number.
    private static func next(_ rest: inout Part, _ text: TextRun) -> (Part, isNumber: Bool) {
        var count = 0
        var isNumber = true
        while count < rest.count, text[rest.start &+ count] != UInt8(ascii: ".") {
            isNumber = isNumber && isDigit(text[rest.start &+ count])
            count &+= 1
        }
        let part = Part(start: rest.start, count: count)
        let taken = min(count &+ 1, rest.count)
        rest = Part(start: rest.start &+ taken, count: rest.count &- taken)
        return (part, isNumber)
    }
}
