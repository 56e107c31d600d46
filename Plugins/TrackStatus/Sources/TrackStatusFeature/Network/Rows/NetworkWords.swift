/// The words that the network has for modes.
enum NetworkWords {
    /// Those of the circuit's database; the seed's own are the modes' names.
    private static let ofTheDatabase: [String: Mode] = [
        "GREEN_FLAG": .normal, "YELLOW_FLAG": .yellow, "VSC_DEPLOYED": .vsc, "SC_DEPLOYED": .safetyCar,
        "RED_FLAG": .redFlag, "EVACUATION_MODE": .evacuation,
    ]

    /// What a word means, compared as a whole and as it is written: "PREDICTED" holds no "RED", and what nobody knows is
    /// unknown.
    static func mode(_ word: String) -> Mode { ofTheDatabase[word] ?? Mode(rawValue: word) ?? .unknown }
}
