internal import BLEContracts
internal import FeatureKit

/// What a beacon, or a gateway near it, is to do.
@Record @Collection("commands", .on(\.beacon, \.order), .on(\.beacon, \.state), .on(\.state, \.order), .on(\.order))
struct Command: Equatable {
    enum State: String, CaseIterable, Shaped {
        case PENDING, EXECUTED, FAILED, EXPIRED, CANCELLED
    }

    /// What a gateway said came of it.
    @Record struct Answer: Equatable {
        /// Which gateway.
        @Text(1...64) var gateway: String
        /// Whether it was executed.
        var executed: Bool
        /// Why it failed.
        @Text(1...200) var why: String?
    }

    /// How long it waits.
    static let life = Duration.seconds(3_600)
    /// How many wait for one beacon, and for all.
    static let mostPendingOfBeacon = 100
    static let mostPending = 10_000
    /// How many are kept of one beacon, and of all, those that are over among them.
    static let mostOfBeacon = 1_000
    static let most = 100_000
    /// How many a gateway is handed at a time.
    static let mostHanded = 100
    /// How long it is left to the gateway that was handed it, although another hears the beacon meanwhile.
    static let lease = Duration.seconds(30)

    /// Which beacon.
    @Public @Text(1...64) var beacon: String
    /// What the beacon is to do, or the gateway for it.
    @Public var command: Kind
    /// With what.
    @Public @Count(0...8) var values: [String: Value] = [:]
    /// What became of it.
    @Public var state: State = .PENDING
    /// Its place among all, since the wall clock may be set back.
    @In(0...Int64.max) var order: Int64
    /// When it was wanted.
    @Public var made: Timestamp
    /// The key of who wanted it.
    @Public var by: String?
    /// When a gateway was handed it first.
    @Public var taken: Timestamp?
    /// What gateways said came of it.
    @Public @Count(0...BLE.Settings.mostGateways) var answers: [Answer] = []
    /// When it was over.
    @Public var ended: Timestamp?
    /// Why it failed or was cancelled.
    @Public @Text(1...200) var why: String?
    /// When which gateway was handed it first.
    @Count(0...BLE.Settings.mostGateways) var handed: [String: Timestamp] = [:]
}

extension Command {
    enum Kind: String, CaseIterable, Shaped {
        case SET_MODE, SET_MESSAGE, SET_COLOR, SET_ARROW, SET_BRIGHTNESS, PING, RESTART
        /// A gateway near the beacon sends what the beacon would: a staff beacon whose carrier's phone can't.
        case ADVERTISE

        private enum Arrow: String, CaseIterable, Shaped {
            case none, up, upRight, right, downRight, down, downLeft, left, upLeft
        }

        /// What it takes.
        private var fields: [Field] {
            let mode = Field("mode", SpokenMode.shape, "The mode to show.")
            return switch self {
            case .SET_MODE: [mode]
            case .SET_MESSAGE: [Field("message", .text(length: 0...200), "The text; none where it is empty.")]
            case .SET_COLOR: [Field("color", .text(length: 7...7), "The colour, such as #FF8800.")]
            case .SET_ARROW: [Field("direction", Arrow.shape, "Where the arrow points.")]
            case .SET_BRIGHTNESS: [Field("brightness", .integer(in: 0...100), "The brightness in percent.")]
            case .PING, .RESTART: []
            case .ADVERTISE:
                [
                    mode,
                    Field("zone", .integer(in: 0...65_535), "The zone, unless the beacon has one.", optional: true),
                    Field("seconds", .integer(in: 1...3_600), "For how long to advertise.", default: 60),
                ]
            }
        }

        /// Everything that is wrong with the values of a command.
        func problems(in values: [String: Value]) -> [String] {
            let given = Value.object(Members(values.sorted { $0.key < $1.key }))
            var found = Shape.object([Field("values", .object(fields), "With what.")]).problems(in: ["values": given])
                .map(\.description)
            if self == .SET_COLOR, found.isEmpty, case .text(let text)? = values["color"],
                text.first != "#" || !text.dropFirst().utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
            {
                found.append("values.color: must be a colour such as #FF8800")
            }
            return found
        }
    }

    /// A mode that can be said, in the order of the bytes that beacons send.
    enum SpokenMode: String, CaseIterable, Shaped {
        case normal, safetyCar, redFlag, evacuation

        var byte: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
    }

    /// Whether a gateway is handed it.
    ///
    /// - Parameter near: The gateway that the beacon is near to; nil where any may do it.
    func isFor(_ gateway: String, near: String?, at now: Timestamp) -> Bool {
        if state != .PENDING || answers.contains(where: { $0.gateway == gateway }) { return false }
        if handed[gateway] != nil { return true }
        guard let near else { return true }
        // A gateway that has it and has not failed may be doing it just now.
        let isBusy = handed.contains { other, time in
            (time..<time.advanced(by: Self.lease)).contains(now) && !answers.contains { $0.gateway == other }
        }
        return near == gateway && !isBusy
    }

    /// Those that a gateway is handed: before all what is for beacons that it is near to.
    static func handed(
        to gateway: String, of pending: [Stored<Command>], near: [String: String], at now: Timestamp
    ) -> [Stored<Command>] {
        let all = pending.filter { $0.document.isFor(gateway, near: near[$0.document.beacon], at: now) }
        let own = all.filter { near[$0.document.beacon] == gateway }.prefix(mostHanded)
        return Array(own) + all.filter { near[$0.document.beacon] != gateway }.prefix(mostHanded - own.count)
    }

    mutating func hand(to gateway: String, at now: Timestamp) {
        taken = taken ?? now
        handed[gateway] = handed[gateway] ?? now
    }

    /// Takes what a gateway says came of it.
    ///
    /// - Parameters:
    ///   - near: The gateway that the beacon is near to, which alone can do it; nil where any may.
    ///   - gateways: All there are.
    mutating func take(
        _ answer: Answer, near: String?, of gateways: [String], at now: Timestamp
    ) throws(BLERefusal) {
        if let before = answers.first(where: { $0.gateway == answer.gateway }) {
            guard before == answer else { throw .answeredOtherwise(state: state) }
            return
        }
        switch state {
        case .EXECUTED, .FAILED:
            guard answer.executed == (state == .EXECUTED) else { throw .answeredOtherwise(state: state) }
        case .EXPIRED where taken == nil, .CANCELLED: throw .over(state: state)
        // What a gateway took in time and did too late was done.
        case .PENDING, .EXPIRED:
            answers.append(answer)
            if answer.executed {
                end(.EXECUTED, at: now)
            } else if near == answer.gateway || Set(answers.map(\.gateway)).isSuperset(of: gateways) {
                end(.FAILED, at: now, why: answer.why)
            }
        }
    }

    /// Cancels it where no gateway was handed it; again it changes nothing.
    mutating func cancel(at now: Timestamp) throws(BLERefusal) {
        switch state {
        case .PENDING where taken != nil: throw .taken
        case .PENDING: end(.CANCELLED, at: now)
        case .CANCELLED: break
        case .EXECUTED, .FAILED, .EXPIRED: throw .over(state: state)
        }
    }

    /// Ends it where it waits.
    mutating func giveUp(_ state: State, at now: Timestamp, why: String? = nil) {
        if self.state == .PENDING { end(state, at: now, why: why) }
    }

    private mutating func end(_ state: State, at now: Timestamp, why: String? = nil) {
        (self.state, ended, self.why) = (state, now, why)
    }
}
