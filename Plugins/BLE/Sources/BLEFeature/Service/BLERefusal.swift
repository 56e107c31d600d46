internal import FeatureKit

/// Why this module refuses.
@Refusals enum BLERefusal: Equatable {
    @Refuses(400, "{problems}.", code: "invalid") case invalid(problems: String)
    @Refuses(400, "why: a command that failed takes the reason.", code: "invalid") case failedWithoutWhy
    @Refuses(400, "why: only a command that failed takes a reason.", code: "invalid") case executedWithWhy
    @Refuses(400, "Say either beacon or staff, who sends it.", code: "invalid") case noSender
    @Refuses(400, "zone: staff speak of any zone, so it has to be said.", code: "invalid") case zoneMissing
    @Refuses(400, "zone: this beacon speaks of zone {zone}, and would not be believed elsewhere.", code: "invalid")
    case otherZone(zone: Int)
    @Refuses(400, "temperature: what staff send has no room for it.", code: "invalid") case staffWithTemperature
    @Refuses(403, "The gateway {gateway} posts with another key than yours.", code: "forbidden")
    case otherGateway(gateway: String)
    @Refuses(404, "There is no gateway {gateway}{meant}.", code: "not-found")
    case noGateway(gateway: String, meant: String)
    @Refuses(404, "There is no listener {listener}{meant}.", code: "not-found")
    case noListener(listener: String, meant: String)
    @Refuses(404, "There is no such beacon.", code: "not-found") case noBeacon
    @Refuses(404, "There is no such command.", code: "not-found") case noCommand
    @Refuses(409, "This beacon is in the settings, where alone it is changed.") case inTheDocument
    @Refuses(409, "The beacon {beacon} has that address.") case addressTaken(beacon: String)
    @Refuses(409, "The beacon {beacon} has that staff number.") case staffTaken(beacon: String)
    @Refuses(409, "The beacon {beacon} is that iBeacon.") case ibeaconTaken(beacon: String)
    @Refuses(
        409, "Staff have added \(BeaconRegistry.mostKept) beacons, which is as many as are kept.", code: "too-many")
    case tooManyBeacons
    @Refuses(409, "\(Command.mostPendingOfBeacon) commands wait for this beacon already.", code: "too-many")
    case tooManyForBeacon(retryAfter: Duration)
    @Refuses(409, "\(Command.mostPending) commands wait already.") case tooMany(retryAfter: Duration)
    @Refuses(409, "A gateway has taken this command, and may be doing it.") case taken
    @Refuses(409, "This command is {state} already.") case over(state: Command.State)
    @Refuses(409, "This command was answered otherwise before.") case answeredOtherwise(state: Command.State)
    @Refuses(409, "This gateway is being told its commands.", retryAfter: .seconds(1)) case pollsAlready

    /// What somebody probably meant, for the end of a sentence.
    static func meant(_ name: String, _ names: [String]) -> String {
        Suggestion.closest(to: name, in: names).map { " (did you mean \($0)?)" } ?? ""
    }

    /// Another beacon is known by this.
    init(taken mark: KnownBeacon.Mark, by beacon: String) {
        switch mark {
        case .address: self = .addressTaken(beacon: beacon)
        case .ibeacon: self = .ibeaconTaken(beacon: beacon)
        case .staff, .key: self = .staffTaken(beacon: beacon)
        }
    }
}
