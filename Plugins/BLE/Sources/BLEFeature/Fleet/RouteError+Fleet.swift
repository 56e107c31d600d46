internal import FeatureKit

// Why routes about beacons refuse, word for word.
extension RouteError {
    static var noBeacon: RouteError { .notFound("there is no such beacon") }
    static var inTheDocument: RouteError {
        .init(code: "in-the-document", status: 409, "this beacon stands in the document, which alone changes it")
    }
    static func wrongBeacon(_ sentences: [String]) -> RouteError { .invalid(sentences.joined(separator: "; ")) }
    static func taken(_ what: Registry.Rivalry, by id: String) -> RouteError {
        let words =
            switch what {
            case .address: ("address-taken", "the beacon \"\(id)\" has that address")
            case .staff: ("staff-taken", "the beacon \"\(id)\" has that staff number")
            }
        return .init(code: words.0, status: 409, words.1, data: ["beacon": .text(id)])
    }
    static func tooManyBeacons(_ most: Int) -> RouteError {
        .init(code: "too-many", status: 409, "there are \(most) beacons beside those of the document, and no more fit")
    }

    // MARK: - Commands

    static var noCommand: RouteError { .notFound("there is no such command") }
    static func tooManyPending(_ most: Int, retry: Duration) -> RouteError {
        .init(
            code: "too-many", status: 409, "\(most) commands wait for this beacon already", data: nil,
            retryAfter: retry)
    }
    static func tooManyPendingAtAll(_ most: Int, retry: Duration) -> RouteError {
        .init(code: "too-many", status: 409, "\(most) commands wait already", data: nil, retryAfter: retry)
    }
    static func wrongValues(_ sentences: [String]) -> RouteError { .invalid(sentences.joined(separator: "; ")) }
    static var keyReused: RouteError {
        .init(code: "key-reused", status: 422, "this idempotency key was used for something else")
    }
    static func over(_ state: Command.State) -> RouteError {
        let words =
            switch state {
            case .PENDING: "it waits"
            case .EXECUTED: "it was executed"
            case .FAILED: "it failed"
            case .EXPIRED: "nobody did it in time"
            case .CANCELLED: "it was cancelled"
            }
        return .init(
            code: "over", status: 409, "that can't be done with this command: \(words)",
            data: ["state": .text(state.rawValue)])
    }
    static var taken: RouteError {
        .init(code: "taken", status: 409, "a gateway has taken this command, and may be doing it")
    }
    static func answeredOtherwise(_ state: Command.State) -> RouteError {
        .init(
            code: "answered-otherwise", status: 409, "this command was answered otherwise before",
            data: ["state": .text(state.rawValue)])
    }
    static var failedWithoutWhy: RouteError { .invalid("why: a command that failed takes the reason") }
    static var executedWithWhy: RouteError { .invalid("why: only a command that failed takes a reason") }

    // MARK: - Encoding

    static var whoSends: RouteError { .invalid("say either beacon or staff: who sends it?") }
    static var zoneMissing: RouteError { .invalid("zone: staff speak of any zone, so it has to be said") }
    static func otherZone(_ zone: Int) -> RouteError {
        .invalid("zone: this beacon speaks of zone \(zone), and would not be believed elsewhere")
    }
    static var staffWithTemperature: RouteError { .invalid("temperature: what staff send has no room for it") }
}
