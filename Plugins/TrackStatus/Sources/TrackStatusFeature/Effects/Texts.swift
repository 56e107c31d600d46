internal import FeatureKit

/// What people are told in.
enum Language: String, CaseIterable, Shaped {
    case es, en, ca
}

/// What people read and hear.
enum Texts {
    static func title(_ mode: Mode, _ language: Language) -> String {
        switch mode {
        case .normal: pick(language, "Pista libre", "Track clear", "Pista lliure")
        case .unknown: pick(language, "Estado desconocido", "State unknown", "Estat desconegut")
        case .yellow: pick(language, "Bandera amarilla", "Yellow flag", "Bandera groga")
        case .vsc: pick(language, "Safety car virtual", "Virtual safety car", "Safety car virtual")
        case .safetyCar: "Safety car"
        case .redFlag: pick(language, "Bandera roja", "Red flag", "Bandera vermella")
        case .evacuation: pick(language, "Evacuación", "Evacuation", "Evacuació")
        }
    }

    /// An evacuation that nobody has confirmed.
    static func possibleEvacuation(_ language: Language) -> String {
        pick(language, "Posible evacuación", "Possible evacuation", "Possible evacuació")
    }

    /// What to do in an evacuation where nothing more is said.
    static func followStaff(_ language: Language) -> String {
        pick(
            language, "Siga las indicaciones del personal.", "Follow the instructions of the staff.",
            "Seguiu les indicacions del personal.")
    }

    static func zone(_ name: String, _ language: Language) -> String {
        pick(language, "Zona", "Zone", "Zona") + " \(name)"
    }

    private static func pick(_ language: Language, _ es: String, _ en: String, _ ca: String) -> String {
        switch language {
        case .es: es
        case .en: en
        case .ca: ca
        }
    }
}
