/// Codes of two short words, which one person reads out and another types.
///
/// They keep nobody out; they make two people speak with each other.
public enum SpokenCode {
    /// Words of three to eight letters that a noisy radio does not confuse, spelled as they sound in Spanish, Catalan and
    /// English.
    static let words = [
        "album", "animal", "banana", "bravo", "canal", "carbon", "cactus", "delta", "domino", "drama", "final",
        "formula", "gala", "gorila", "hotel", "idea", "kilo", "lima", "limbo", "mango", "metal", "motor", "nova",
        "opera", "panda", "papa", "piano", "pizza", "plaza", "polo", "radar", "radio", "robot", "romeo", "rumba",
        "safari", "salsa", "sofa", "solo", "soda", "tango", "taxi", "tomate", "tropical", "tuba", "tundra", "unio",
        "vertical", "vista", "volcan", "yoga", "yoyo", "zebra", "zulu",
    ]

    /// A code such as `piano-delta`.
    public static func random(using generator: inout some RandomNumberGenerator) -> String {
        (0..<2).map { _ in words[Int.random(in: words.indices, using: &generator)] }.joined(separator: "-")
    }

    /// Whether that is what was typed: case, and what separates the words, do not matter.
    public static func matches(_ typed: String, _ code: String) -> Bool { letters(typed) == letters(code) }

    private static func letters(_ text: String) -> [Character] { text.lowercased().filter(\.isLetter) }
}
