internal import FeatureKit

/// What a beacon is to do.
struct Command: Shaped, Codable, Equatable {
    enum Kind: String, Codable, CaseIterable, Sendable, Shaped {
        case SET_MODE, SET_MESSAGE, SET_COLOR, SET_ARROW, SET_BRIGHTNESS, PING, RESTART
    }

    enum State: String, Codable, CaseIterable, Sendable, Shaped {
        case PENDING, EXECUTED, FAILED, EXPIRED, CANCELLED
    }

    /// What a gateway said of it.
    struct Answer: Shaped, Codable, Equatable {
        let gateway: String
        let executed: Bool
        var why: String?

        static let shape = Shape.object([
            Field("gateway", Names.word, "Which gateway."),
            Field("executed", .boolean, "Whether it was executed."),
            Field("why", Command.whyShape, "Why it failed.", optional: true),
        ])
    }

    /// Nobody does what was not done for so long.
    static let life = Duration.seconds(3_600)
    /// How many of a beacon are kept, those that wait and those that are over.
    static let mostOfBeacon = 1_000
    /// How many are kept of all beacons.
    static let mostKept = 100_000
    static let whyShape = Shape.text(length: 1...200)
    /// Why a command was cancelled whose beacon is gone.
    static let beaconGone = "the beacon is not known any more"

    let beacon: String
    let command: Kind
    var values: [String: Value] = [:]
    var state = State.PENDING
    /// Its place among all; the clock on the wall may be set back.
    let order: Int64
    let made: Timestamp
    /// Who wants it.
    var by: String?
    /// When a gateway was told of it first.
    var taken: Timestamp?
    var answers: [Answer] = []
    var ended: Timestamp?
    var why: String?
    /// What makes asking again harmless, and what was asked.
    var once: String?
    var asked: String?

    static let fields = [
        Field("beacon", Names.word, "Which beacon."),
        Field("command", .choice(of: Kind.self), "What it is to do."),
        Field("values", .map(of: .anything, count: 0...mostValues), "With what.", default: [:]),
        Field("state", .choice(of: State.self), "What became of it."),
        Field("made", .timestamp, "When somebody wanted it."),
        Field("by", .text(length: 1...mostKey), "Who wanted it.", optional: true),
        Field("taken", .timestamp, "When a gateway was told of it first.", optional: true),
        Field(
            "answers", .list(of: .of(Answer.self), count: 0...BLE.Settings.mostGateways), "What gateways said of it.",
            default: []),
        Field("ended", .timestamp, "When it was over.", optional: true),
        Field("why", whyShape, "Why it failed or was cancelled.", optional: true),
    ]
    /// No command takes more.
    static let mostValues = 8
    private static let mostKey = 65_536

    static let shape = Shape.object(
        fields + [
            Field("order", .integer(in: 0 ... .max), "Its place among all."),
            Field("once", .text(length: 64...64), "What makes asking again harmless.", optional: true),
            Field("asked", .text(length: 64...64), "What was asked.", optional: true),
        ])
}

extension Command.Kind {
    /// What it takes.
    var values: Shape {
        switch self {
        case .SET_MODE: .object([Field("mode", .choice(Self.modes), "What it is to show.")])
        case .SET_MESSAGE:
            .object([Field("message", .text(length: 0...200), "What it is to show; empty: nothing.")])
        case .SET_COLOR: .object([Field("color", .text(length: 7...7), "In which colour, such as #FF8800.")])
        case .SET_ARROW: .object([Field("direction", .choice(of: Arrow.self), "Where it is to point.")])
        case .SET_BRIGHTNESS: .object([Field("brightness", .integer(in: 0...100), "How bright, in percent.")])
        case .PING, .RESTART: .object([])
        }
    }

    /// Nobody can want what is not known.
    private static let modes = Mode.allCases.filter { $0 != .unknown }.map(\.rawValue)

    enum Arrow: String, Codable, CaseIterable, Sendable {
        case none, up, upRight, right, downRight, down, downLeft, left, upLeft
    }

    /// Everything that is wrong with what a command is to be done with.
    func problems(in values: [String: Value]) -> [String] {
        let given = Value.object(Members(values.sorted { $0.key < $1.key }))
        var found = Shape.object([Field("values", self.values, "With what.")]).problems(in: ["values": given])
            .map(\.description)
        if self == .SET_COLOR, found.isEmpty, case .text(let text)? = values["color"], !Self.isColour(text) {
            found.append("values.color: must be a colour such as #FF8800")
        }
        return found
    }

    private static func isColour(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 7 && bytes.first == UInt8(ascii: "#") && text.dropFirst().allSatisfy(\.isHexDigit)
    }
}

extension Documents<Command> {
    static var commands: Documents<Command> {
        .init("commands", indexes: [.on("beacon", "order"), .on("state", "order"), .on("order"), .unique("once")])
    }
}
