import FeatureKit
internal import HostSystem

/// A rule that a text of a document or a manifest has to follow, beyond being a text.
enum TextRule: CaseIterable {
    case id, version, dottedName, date, mount, sentence
    case origin, host, header, cookie, attribute, rate, size

    /// The longest text that any rule allows, in bytes.
    static let longest = 200

    func allows(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return false }
        return switch self {
        case .id: Self.isLower(text.utf8.first) && text.utf8.last != .dash && text.utf8.allSatisfy(Self.isOfID)
        case .version: Self.isVersion(text)
        case .dottedName: Self.parts(of: text, at: ".").allSatisfy(Self.isWord)
        case .date: text.utf8.count == 10 && Self.startOfDay(text) != nil
        case .mount:
            text.utf8.first == UInt8(ascii: "/") && Self.parts(of: text, at: "/").dropFirst().allSatisfy(Self.isStep)
        case .sentence: !text.unicodeScalars.contains { Printable.isHarmful($0) || $0 == "\t" }
        case .origin: WebOrigin(text)?.description == text
        case .host: text.utf8.allSatisfy { Self.isLetter($0) || Self.isDigit($0) || "-._".utf8.contains($0) }
        case .header, .cookie: text.utf8.allSatisfy(Self.isOfToken)
        case .attribute: Self.parts(of: text, at: ".").allSatisfy(Self.isWord)
        case .rate: RateText.parse(text) != nil
        case .size: SizeText.parse(text) != nil
        }
    }

    /// A text that follows the rule and was probably meant.
    func nearest(to text: String) -> String? {
        let guess: String? =
            switch self {
            case .id: text.lowercased().split(whereSeparator: { " _.".contains($0) }).joined(separator: "-")
            case .version where text.hasPrefix("v"): String(text.dropFirst())
            case .version: text + ".0"
            case .origin: WebOrigin(text)?.description
            case .rate:
                text.utf8.allSatisfy(Self.isDigit)
                    ? "\(text)/s" : text.split(separator: " ").joined().lowercased().replacing("/sec", with: "/s")
            case .size: Self.size(meantBy: text)
            case .mount: "/" + text.split(separator: "/").joined(separator: "/")
            default: nil
            }
        guard let guess, guess != text, allows(guess) else { return nil }
        return guess
    }

    /// Sizes are counted in powers of two here, whatever letters they were written with.
    private static func size(meantBy text: String) -> String? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).filter { $0 != " " }.uppercased().first
        return unit.map { $0 == "B" ? String(number) : "\(number)\($0)iB" }
    }

    /// The point in time at which a day starts in UTC.
    static func startOfDay(_ date: String) -> Timestamp? { Timestamp(date + "T00:00:00Z") }

    // MARK: - Versions, as semver.org has them

    private static func isVersion(_ text: String) -> Bool {
        let build = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        if build.count > 1, !parts(of: build[1], at: ".").allSatisfy(isIdentifier) { return false }
        let release = build[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        if release.count > 1, !parts(of: release[1], at: ".").allSatisfy({ isIdentifier($0) && !isPadded($0) }) {
            return false
        }
        let numbers = parts(of: release[0], at: ".")
        return numbers.count == 3 && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) && !isPadded($0) }
    }

    private static func isIdentifier(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == .dash }
    }

    private static func isPadded(_ text: Substring) -> Bool {
        text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "0") && text.utf8.allSatisfy(isDigit)
    }

    // MARK: - Parts of names

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == .dash || $0 == UInt8(ascii: "_") }
    }

    /// A step of a mount's path holds nothing that URLs escape, and leads nowhere else.
    private static func isStep(_ text: Substring) -> Bool {
        text != "." && text != ".." && !text.isEmpty
            && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_.~".utf8.contains($0) }
    }

    private static func parts(of text: some StringProtocol, at separator: Character) -> [Substring] {
        Substring(text).split(separator: separator, omittingEmptySubsequences: false)
    }

    private static func isLower(_ byte: UInt8?) -> Bool {
        byte.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        isLower(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// A byte of a token, as RFC 9110 has it.
    private static func isOfToken(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    private static func isOfID(_ byte: UInt8) -> Bool { isLower(byte) || isDigit(byte) || byte == .dash }
}

extension UInt8 {
    fileprivate static let dash = UInt8(ascii: "-")
}
