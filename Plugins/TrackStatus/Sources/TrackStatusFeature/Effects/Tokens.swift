internal import FeatureKit

/// How each mode looks, for whoever draws it.
struct Tokens: Shaped, Codable, Equatable {
    struct Look: Shaped, Codable, Equatable {
        let mode: Mode
        let color: Tint
        /// On a light ground, where white text is readable upon it, and on a dark one, where black is.
        let light: String
        let dark: String
        /// What tells the modes apart where colours can't.
        let symbol: Symbol
        /// Whether it moves: nothing else may.
        let pulses: Bool
        let title: String

        static let shape = Shape.object([
            Field("mode", .choice(of: Mode.self), "Which mode."), Field("color", .choice(of: Tint.self), "Its colour."),
            Field("light", Tokens.hex, "The colour on a light ground, and under white text."),
            Field("dark", Tokens.hex, "The colour on a dark ground, and under black text."),
            Field("symbol", .choice(of: Symbol.self), "What tells modes apart where colours can't."),
            Field("pulses", .boolean, "Whether it moves."),
            Field("title", .text(length: 1...100), "What it is called."),
        ])
    }

    /// From harmless to bad.
    let modes: [Look]

    private static let hex = Shape.text(length: 7...7)
    static let shape = Shape.object([Field("modes", .list(of: .of(Look.self)), "From harmless to bad.")])

    init(_ language: Language) {
        let texts = Texts(language: language)
        modes = Mode.allCases.sorted().map { mode in
            Look(
                mode: mode, color: mode.tint, light: mode.tint.light, dark: mode.tint.dark, symbol: mode.symbol,
                pulses: mode == .evacuation, title: texts.title(mode))
        }
    }
}

extension Tint {
    var light: String {
        switch self {
        case .green: "#1B7F3B"
        case .orange: "#B45309"
        case .red: "#C81E1E"
        case .grey: "#5B6470"
        }
    }

    var dark: String {
        switch self {
        case .green: "#4CD07D"
        case .orange: "#FFB020"
        case .red: "#FF6B6B"
        case .grey: "#A9B1BC"
        }
    }
}

extension Route where Request == Nothing, Reply == Tokens {
    static var trackTokens: Self { .init("track.tokens", .get, "/tokens", access: .everyone) }
}
