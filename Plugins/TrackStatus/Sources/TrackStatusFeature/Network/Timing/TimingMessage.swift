internal import FeatureKit

/// What race control says, as live timing writes it.
struct TimingMessage: Equatable {
    enum Scope: Equatable {
        case track
        case sector(Int)
        /// One car, or what is no sector of the circuit: not for people at the circuit.
        case other
    }

    /// The sectors that there may be.
    static let sectors = 1...99

    var flag: String?
    var scope = Scope.track
    /// Which of the safety cars it speaks of.
    var car: String?
    var status: String?
    var text: String?
    var at: Timestamp?

    static func read(_ value: Value) throws(RowProblem) -> TimingMessage {
        guard case .object(let members) = value else {
            throw .noTiming("a message of race control is \(value.inWords)")
        }
        var message = TimingMessage()
        message.flag = text("Flag", in: members)
        message.scope = scope(of: members)
        if text("Category", in: members) == "SafetyCar" { message.car = text("Mode", in: members) ?? "" }
        message.status = text("Status", in: members)
        message.text = text("Message", in: members).map { String($0.prefix(CircuitRow.longestText)) }
        message.at = text("Utc", in: members).flatMap { Timestamp($0) ?? Timestamp($0 + "Z") }
        return message
    }

    private static func scope(of members: Members) -> Scope {
        switch text("Scope", in: members) {
        case "Sector":
            let number: Int? =
                switch members["Sector"] {
                case .integer(let number)?: Int(exactly: number)
                case .text(let digits)?: Int(digits)
                default: nil
                }
            return number.flatMap { sectors.contains($0) ? .sector($0) : nil } ?? .other
        case "Driver": return .other
        default: return members["RacingNumber"] == nil ? .track : .other
        }
    }

    private static func text(_ name: String, in members: Members) -> String? {
        guard case .text(let text)? = members[name] else { return nil }
        return text
    }
}
