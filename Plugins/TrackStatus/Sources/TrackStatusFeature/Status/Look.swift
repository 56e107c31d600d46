internal import FeatureKit

/// The colours of the circuit: green is normal, orange a yellow flag or a safety car, red an emergency.
enum Tint: String, CaseIterable, Shaped {
    case green, orange, red, grey
}

/// Symbols that people who can't tell the colours can tell apart.
enum Symbol: String, CaseIterable, Shaped {
    case flag, question, warning, virtualCar, car, stop, exit
}

/// How to draw a mode; `GET /tokens` has the colours.
@Record struct Look: Equatable {
    /// Its colour.
    var color: Tint
    /// What tells modes apart without colours.
    var symbol: Symbol

    init(_ mode: Mode) {
        switch mode {
        case .normal: self.init(color: .green, symbol: .flag)
        case .unknown: self.init(color: .grey, symbol: .question)
        case .yellow: self.init(color: .orange, symbol: .warning)
        case .vsc: self.init(color: .orange, symbol: .virtualCar)
        case .safetyCar: self.init(color: .orange, symbol: .car)
        case .redFlag: self.init(color: .red, symbol: .stop)
        case .evacuation: self.init(color: .red, symbol: .exit)
        }
    }
}

/// The design tokens of all modes.
@Record struct Tokens: Equatable {
    @Record struct Mode: Equatable {
        /// Which mode.
        var mode: TrackStatusFeature.Mode
        /// Its colour.
        var color: Tint
        /// The colour on a light ground, and under white text.
        @Text(7...7) var light: String
        /// The colour on a dark ground, and under black text.
        @Text(7...7) var dark: String
        /// What tells modes apart without colours.
        var symbol: Symbol
        /// Whether it pulses; nothing else may move.
        var pulses: Bool
        /// What it is called.
        @Text(1...100) var title: String
    }

    /// The modes, from harmless to bad.
    var modes: [Mode]

    /// - Parameter isForSunlight: With a contrast of at least 7, for screens in the sun.
    init(_ wording: Wording, isForSunlight: Bool) {
        self.init(
            modes: TrackStatusFeature.Mode.allCases.sorted().map { mode in
                let look = Look(mode)
                let (light, dark) = look.color.hex(isForSunlight: isForSunlight)
                return Mode(
                    mode: mode, color: look.color, light: light, dark: dark, symbol: look.symbol,
                    pulses: mode == .evacuation, title: wording.title(mode))
            })
    }
}

extension Flag where Content == Bool {
    /// Whether apps draw with stronger colours, which people try in the sun.
    static var sunlightColors: Self {
        .init("track.sunlight-colors", default: false, "Whether apps draw with colours for screens in the sun.")
    }
}

extension Tint {
    /// On a light ground with white text on it, and on a dark one with black: contrasts of 4.5 (WCAG AA), or of 7 (AAA).
    fileprivate func hex(isForSunlight: Bool) -> (light: String, dark: String) {
        let (light, dark, sunLight, sunDark) =
            switch self {
            case .green: ("#1B7F3B", "#4CD07D", "#0F5E29", "#7CFFAC")
            case .orange: ("#B45309", "#FFB020", "#8A3A00", "#FFC657")
            case .red: ("#C81E1E", "#FF6B6B", "#9B0F0F", "#FF9C9C")
            case .grey: ("#5B6470", "#A9B1BC", "#434B56", "#C9D1DB")
            }
        return isForSunlight ? (sunLight, sunDark) : (light, dark)
    }
}
