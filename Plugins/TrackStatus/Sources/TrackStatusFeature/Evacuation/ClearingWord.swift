/// The word that whoever clears an evacuation reads out to whoever types it.
///
/// It is no secret that keeps anybody out; it makes two people speak with each other.
enum ClearingWord {
    /// Short, told apart when they are called over a noisy radio, and written as they sound in Spanish, Catalan and English.
    static let words = [
        "album", "animal", "banana", "bravo", "canal", "carbon", "cactus", "delta", "domino", "drama", "final",
        "formula",
        "gala", "gorila", "hotel", "idea", "kilo", "lima", "limbo", "mango", "metal", "motor", "nova", "opera", "panda",
        "papa", "piano", "pizza", "plaza", "polo", "radar", "radio", "robot", "romeo", "rumba", "safari", "salsa",
        "sofa", "solo", "soda", "tango", "taxi", "tomate", "tropical", "tuba", "tundra", "unio", "vertical", "vista",
        "volcan", "yoga", "yoyo", "zebra", "zulu",
    ]

    /// Two of them, such as `piano-delta`.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        let words = words
        let pair = (0..<2).map { _ in words[Int.random(in: words.indices, using: &generator)] }
        return pair.joined(separator: "-")
    }

    /// Whether that is what was to be typed; case, and what stands between the words, is of no matter.
    static func isSame(_ typed: String, as word: String) -> Bool { letters(typed) == letters(word) }

    private static func letters(_ text: String) -> [Character] { text.lowercased().filter(\.isLetter) }
}
