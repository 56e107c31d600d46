/// What people read and hear, word for word.
struct Texts {
    let language: Language

    func title(_ mode: Mode) -> String {
        switch (mode, language) {
        case (.normal, .es): "Pista libre"
        case (.normal, .en): "Track clear"
        case (.normal, .ca): "Pista lliure"
        case (.unknown, .es): "Estado desconocido"
        case (.unknown, .en): "State unknown"
        case (.unknown, .ca): "Estat desconegut"
        case (.yellow, .es): "Bandera amarilla"
        case (.yellow, .en): "Yellow flag"
        case (.yellow, .ca): "Bandera groga"
        case (.vsc, .es): "Safety car virtual"
        case (.vsc, .en): "Virtual safety car"
        case (.vsc, .ca): "Safety car virtual"
        case (.safetyCar, _): "Safety car"
        case (.redFlag, .es): "Bandera roja"
        case (.redFlag, .en): "Red flag"
        case (.redFlag, .ca): "Bandera vermella"
        case (.evacuation, .es): "Evacuación"
        case (.evacuation, .en): "Evacuation"
        case (.evacuation, .ca): "Evacuació"
        }
    }

    /// What an evacuation is called that nobody has confirmed.
    var possibleEvacuation: String {
        switch language {
        case .es: "Posible evacuación"
        case .en: "Possible evacuation"
        case .ca: "Possible evacuació"
        }
    }

    /// What to do in an evacuation of which nothing more is said.
    var followStaff: String {
        switch language {
        case .es: "Siga las indicaciones del personal."
        case .en: "Follow the instructions of the staff."
        case .ca: "Seguiu les indicacions del personal."
        }
    }

    func zone(_ name: String) -> String {
        switch language {
        case .es, .ca: "Zona \(name)"
        case .en: "Zone \(name)"
        }
    }
}
