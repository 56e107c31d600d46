internal import FeatureKit

/// How each mode looks, for whoever draws it.
struct Tokens: Shaped, Equatable {
    struct Look: Shaped, Equatable {
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
            Field("pulses", .boolean, "Whether it moves."), Field("title", .text(length: 1...100), "What it is called."),
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

/// The colours of the circuit: green is normal, orange a safety car, red an emergency.
enum Tint: String, Codable, CaseIterable, Sendable {
    case green, orange, red, grey

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

/// Shapes that are told apart without colours.
enum Symbol: String, Codable, CaseIterable, Sendable {
    case flag, question, warning, virtualCar, car, stop, exit
}

extension Mode {
    var tint: Tint {
        switch self {
        case .normal: .green
        case .unknown: .grey
        case .yellow, .vsc, .safetyCar: .orange
        case .redFlag, .evacuation: .red
        }
    }

    var symbol: Symbol {
        switch self {
        case .normal: .flag
        case .unknown: .question
        case .yellow: .warning
        case .vsc: .virtualCar
        case .safetyCar: .car
        case .redFlag: .stop
        case .evacuation: .exit
        }
    }
}

extension Route where Request == Nothing, Reply == Tokens {
    static var trackTokens: Self { .init("track.tokens", .get, "/tokens", access: .everyone) }
}
