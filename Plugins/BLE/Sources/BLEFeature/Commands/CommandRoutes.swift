internal import FeatureKit

// What is asked and replied about commands.

struct CommandAsked: Shaped, Codable {
    var beacon: String
    var command: Command.Kind
    var values: [String: Value] = [:]
    var idempotencyKey: String?

    static let shape = Shape.object([
        Field("beacon", Names.word, "Which beacon."),
        Field("command", .choice(of: Command.Kind.self), "What it is to do."),
        Field("values", .map(of: .anything, count: 0...Command.mostValues), "With what.", default: [:]),
        Field("idempotencyKey", .text(length: 1...100), "What makes asking again harmless.", optional: true),
    ])
}

struct NamedCommand: Shaped, Codable {
    static let idShape = Shape.text(length: 1...64)

    var command: String
    static let shape = Shape.object([Field("command", idShape, "Which command.")])
}

struct CommandsAsked: Shaped, Codable {
    var beacon: String
    var limit = 100
    var after: PageCursor?

    static let shape = Shape.object([
        Field("beacon", Names.word, "Which beacon."),
        Field("limit", .integer(in: 1...1_000), "How many at most.", default: 100),
        Field("after", .text(length: 1...500), "Where the page before ended: its next.", optional: true),
    ])
}

/// A command as staff see it.
struct CommandShown: Shaped, Codable, Equatable {
    let id: String
    let beacon: String
    let command: Command.Kind
    let values: [String: Value]
    let state: Command.State
    let made: Timestamp
    var by: String?
    var taken: Timestamp?
    let answers: [Command.Answer]
    var ended: Timestamp?
    var why: String?

    init(_ stored: Stored<Command>) {
        let command = stored.document
        (id, beacon, self.command, values) = (stored.id, command.beacon, command.command, command.values)
        (state, made, by, taken) = (command.state, command.made, command.by, command.taken)
        (answers, ended, why) = (command.answers, command.ended, command.why)
    }

    static let shape = Shape.object([Field("id", NamedCommand.idShape, "Which command.")] + Command.fields)
}

struct CommandPage: Shaped, Codable {
    let items: [CommandShown]
    var next: PageCursor?

    static let shape = Shape.object([
        Field("items", .list(of: .of(CommandShown.self)), "Commands, the newest first."),
        Field("next", .of(PageCursor.self), "What to ask after for those that follow.", optional: true),
    ])
}

struct NamedGateway: Shaped, Codable {
    var gateway: String
    static let shape = Shape.object([Field("gateway", Names.word, "Which gateway.")])
}

/// What a gateway is to do.
struct Orders: Shaped, Codable {
    struct Order: Shaped, Codable, Equatable {
        let id: String
        let beacon: String
        var address: String?
        var staff: Int?
        let command: Command.Kind
        let values: [String: Value]
        let made: Timestamp

        static let shape = Shape.object([
            Field("id", NamedCommand.idShape, "Which command."), Field("beacon", Names.word, "Which beacon."),
            Field("address", .text(length: 17...17), "By which address it is heard.", optional: true),
            Field("staff", KnownBeacon.staffShape, "The number that it sends.", optional: true),
            Field("command", .choice(of: Command.Kind.self), "What it is to do."),
            Field("values", .map(of: .anything, count: 0...Command.mostValues), "With what."),
            Field("made", .timestamp, "When somebody wanted it."),
        ])
    }

    let items: [Order]

    static let shape = Shape.object([
        Field("items", .list(of: .of(Order.self), count: 0...CommandQueue.mostHanded), "The oldest first.")
    ])
}

struct CommandAnswered: Shaped, Codable {
    var gateway: String
    var command: String
    var executed: Bool
    var why: String?

    static let shape = Shape.object([
        Field("gateway", Names.word, "Which gateway."), Field("command", NamedCommand.idShape, "Which command."),
        Field("executed", .boolean, "Whether it was executed."),
        Field("why", Command.whyShape, "Why it failed.", optional: true),
    ])
}

extension Route where Request == CommandAsked, Reply == CommandShown {
    static var bleCommand: Self { .init("ble.command", .post, "/beacons/{beacon}/commands", access: .role("staff")) }
}
extension Route where Request == CommandsAsked, Reply == CommandPage {
    static var bleCommands: Self { .init("ble.commands", .get, "/beacons/{beacon}/commands", access: .role("staff")) }
}
extension Route where Request == NamedCommand, Reply == CommandShown {
    static var bleCommandCancel: Self {
        .init("ble.command-cancel", .delete, "/commands/{command}", access: .role("staff"))
    }
}
extension Route where Request == NamedGateway, Reply == Orders {
    static var bleCommandsPending: Self {
        .init("ble.commands-pending", .get, "/gateways/{gateway}/commands", access: .role("gateway"))
    }
}
extension Route where Request == CommandAnswered, Reply == CommandShown {
    static var bleCommandDone: Self {
        .init("ble.command-done", .post, "/gateways/{gateway}/commands/{command}", access: .role("gateway"))
    }
}
