internal import FeatureKit
internal import WebJSON

/// What race control says, as live timing writes it.
struct TimingMessage: Equatable {
    enum Scope: Equatable {
        case track
        case sector(Int)
        /// One car, or what is no sector: not for people at the circuit.
        case other
    }

    /// The sectors that there may be.
    static let sectors = 1...99
    /// The longest message; the rest is cut off.
    private static let longestText = 500

    var flag: String?
    var scope = Scope.track
    /// Which of the safety cars it speaks of.
    var car: String?
    var status: String?
    var text: String?
    var at: Timestamp?

    static func read(_ value: Value) throws(TimingProblem) -> TimingMessage {
        guard case .object(let members) = value else {
            throw TimingProblem("a message of race control is \(value.kind)")
        }
        var message = TimingMessage()
        message.flag = text("Flag", in: members)
        message.scope = scope(of: members)
        if text("Category", in: members) == "SafetyCar" { message.car = text("Mode", in: members) ?? "" }
        message.status = text("Status", in: members)
        message.text = text("Message", in: members).map { String($0.prefix(longestText)) }
        message.at = text("Utc", in: members).flatMap { Timestamp($0) ?? Timestamp($0 + "Z") }
        return message
    }

    private static func scope(of members: Members) -> Scope {
        switch text("Scope", in: members) {
        case "Sector":
            return members["Sector"]?.whole.flatMap { sectors.contains($0) ? .sector($0) : nil } ?? .other
        case "Driver": return .other
        default: return members["RacingNumber"] == nil ? .track : .other
        }
    }

    private static func text(_ name: String, in members: Members) -> String? { members[name]?.string }
}
