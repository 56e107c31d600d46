internal import FeatureKit

/// Why this feature refuses.
enum BLERefusal: Refusal, Equatable {
    case noGateway(String, [String]), otherGateway(String), noListener(String, [String]), pollsAlready
    case noBeacon, inTheDocument, wrongBeacon([String]), markTaken(KnownBeacon.Mark, by: String), tooManyBeacons
    case noCommand, wrongValues([String]), tooManyPending(Bool, retry: Duration), taken
    case over(Command.State), answeredOtherwise(Command.State), failedWithoutWhy, executedWithWhy
    case noSender, zoneMissing, otherZone(Int), staffWithTemperature

    var answer: RouteError {
        switch self {
        case .noGateway(let name, let names): .notFound("there is no gateway \"\(name)\"\(Self.meant(name, names))")
        case .otherGateway(let name): .forbidden("the gateway \"\(name)\" posts with another key than yours")
        case .noListener(let name, let names): .notFound("nobody listens as \"\(name)\"\(Self.meant(name, names))")
        case .pollsAlready:
            RouteError(
                code: "polls-already", status: 409, "this gateway is being told its commands",
                retryAfter: .seconds(1))
        case .noBeacon: .notFound("there is no such beacon")
        case .inTheDocument:
            Self.conflict("in-the-document", "this beacon is in the settings, where alone it is changed")
        case .wrongBeacon(let sentences), .wrongValues(let sentences): .invalid(sentences.joined(separator: "; "))
        case .markTaken(let mark, let id):
            RouteError(
                code: Self.code(of: mark), status: 409, "the beacon \"\(id)\" has \(mark.words)",
                data: ["beacon": .text(id)])
        case .tooManyBeacons:
            Self.conflict(
                "too-many", "staff have added \(BeaconRegistry.mostKept) beacons, which is as many as are kept")
        case .noCommand: .notFound("there is no such command")
        case .tooManyPending(let ofBeacon, let retry):
            RouteError(
                code: "too-many", status: 409,
                ofBeacon
                    ? "\(Command.mostPendingOfBeacon) commands wait for this beacon already"
                    : "\(Command.mostPending) commands wait already", retryAfter: retry)
        case .taken: Self.conflict("taken", "a gateway has taken this command, and may be doing it")
        case .over(let state):
            Self.conflict("over", "this command is \(state.rawValue.lowercased()) already", state)
        case .answeredOtherwise(let state):
            Self.conflict("answered-otherwise", "this command was answered otherwise before", state)
        case .failedWithoutWhy: .invalid("why: a command that failed takes the reason")
        case .executedWithWhy: .invalid("why: only a command that failed takes a reason")
        case .noSender: .invalid("say either beacon or staff: who sends it?")
        case .zoneMissing: .invalid("zone: staff speak of any zone, so it has to be said")
        case .otherZone(let zone):
            .invalid("zone: this beacon speaks of zone \(zone), and would not be believed elsewhere")
        case .staffWithTemperature: .invalid("temperature: what staff send has no room for it")
        }
    }

    private static func conflict(_ code: String, _ what: String, _ state: Command.State? = nil) -> RouteError {
        RouteError(code: code, status: 409, what, data: state.map { ["state": .text($0.rawValue)] })
    }

    private static func meant(_ name: String, _ names: [String]) -> String {
        Suggestion.closest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private static func code(of mark: KnownBeacon.Mark) -> String {
        switch mark {
        case .address: "address-taken"
        case .staff: "staff-taken"
        case .ibeacon: "ibeacon-taken"
        case .key: "key-taken"
        }
    }

    static let examples: [Self] = [
        .noGateway("nort", ["north"]), .otherGateway("north"), .noListener("nort", ["north"]), .pollsAlready, .noBeacon,
        .inTheDocument, .wrongBeacon(["it needs the zone that it speaks of, unless it is staff"]),
        .markTaken(.staff(7), by: "marshal-7"), .tooManyBeacons, .noCommand,
        .wrongValues(["values.color: must be a colour such as #FF8800"]), .tooManyPending(true, retry: .seconds(60)),
        .taken, .over(.EXPIRED), .answeredOtherwise(.EXECUTED), .failedWithoutWhy, .executedWithWhy, .noSender,
        .zoneMissing, .otherZone(1001), .staffWithTemperature,
    ]
}
