/// A pattern of topic names: `*` stands for one word, `**` for any number of words, including none.
@_spi(Hosting) public struct TopicPattern: Sendable {
    private let words: [Substring]

    /// Takes a pattern's text; an invalid pattern matches nothing.
    public init(_ text: String) { words = text.split(separator: ".", omittingEmptySubsequences: false) }

    /// Whether each word is `*`, `**` or a word that a topic's name may have.
    public var isValid: Bool {
        words.allSatisfy { word in
            word == "*" || word == "**"
                || !word.isEmpty
                    && word.unicodeScalars.allSatisfy { scalar in
                        scalar.isASCII
                            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                                || scalar == "-" || scalar == "_")
                    }
        }
    }

    /// Whether a topic's name matches.
    public func matches(_ topic: String) -> Bool {
        let names = topic.split(separator: ".", omittingEmptySubsequences: false)
        // The usual walk with one way back: a later `**` makes an earlier one's choice final, so time stays bounded.
        var word = 0
        var name = 0
        var resume: (word: Int, name: Int)?
        while name < names.count {
            if word < words.count, words[word] == "**" {
                resume = (word + 1, name)
                word += 1
            } else if word < words.count, words[word] == "*" || words[word] == names[name] {
                word += 1
                name += 1
            } else if let (afterStars, from) = resume {
                resume = (afterStars, from + 1)
                word = afterStars
                name = from + 1
            } else {
                return false
            }
        }
        return words[word...].allSatisfy { $0 == "**" }
    }
}
