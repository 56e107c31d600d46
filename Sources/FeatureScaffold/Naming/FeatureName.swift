/// What a new feature is called: `ValetParking` as a type, `valet-parking` as an id, `valetParking` before other words.
package struct FeatureName: Sendable, Equatable {
    /// The longest name, so that no line of a template grows too long for the formatter.
    package static let longest = 30

    /// The Swift type, which files and modules are named after.
    package let type: String
    /// The id, which the host, documents and addresses know it by.
    package let id: String
    /// How the names of its topics and routes begin in Swift.
    package let prefix: String

    /// Takes a name that Swift and the kit leave free.
    package init(_ text: String) throws(FeatureNameProblem) {
        guard Self.isType(text) else { throw .noTypeName(text, meant: Self.meant(by: text)) }
        guard text.utf8.count <= Self.longest else { throw .tooLong(text) }
        if text.hasSuffix(Self.suffix), text != Self.suffix {
            throw .endsInFeature(text, meant: String(text.dropLast(Self.suffix.count)))
        }
        if let owner = ReservedNames.owner(of: text) { throw .taken(text, by: owner) }
        let words = Self.words(of: text)
        type = text
        id = words.map { $0.lowercased() }.joined(separator: "-")
        prefix = (words.prefix(1).map { $0.lowercased() } + words.dropFirst()).joined()
        guard id != Self.hostID else { throw .taken(text, by: .host) }
    }

    /// What every library and module is called after the name.
    private static let suffix = "Feature"
    /// The id that stands for the host itself.
    private static let hostID = "host"

    /// Whether it is written as types are: letters and digits of ASCII, a capital first.
    private static func isType(_ text: String) -> Bool {
        (text.first?.isCapital ?? false) && text.allSatisfy { $0.isCapital || $0.isSmall || $0.isDigit }
    }

    /// The name that somebody meant who wrote `valet-parking`.
    private static func meant(by text: String) -> String? {
        let words = text.split { !$0.isCapital && !$0.isSmall && !$0.isDigit }
        let guess = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return isType(guess) ? (try? FeatureName(guess))?.type : nil
    }

    /// The words that it is made of; several capitals are one word, and digits belong to what they follow.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var last: Character?
        var rest = name[...]
        while let letter = rest.popFirst() {
            let endsCapitals = (last?.isCapital ?? false) && (rest.first?.isSmall ?? false)
            if words.isEmpty || letter.isCapital && (!(last?.isCapital ?? false) || endsCapitals) { words.append("") }
            words[words.count - 1].append(letter)
            last = letter
        }
        return words
    }
}

extension Character {
    fileprivate var isCapital: Bool { ("A"..."Z").contains(self) }
    fileprivate var isSmall: Bool { ("a"..."z").contains(self) }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
