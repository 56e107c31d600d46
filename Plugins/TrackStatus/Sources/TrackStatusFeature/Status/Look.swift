/// The colours of the circuit: green is normal, orange a yellow flag or a safety car, red an emergency.
enum Tint: String, Codable, CaseIterable, Sendable {
    case green, orange, red, grey
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
