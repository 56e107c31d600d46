@_spi(Hosting) import FeatureKit

/// A feature with one of everything that scenarios speak of.
struct Kiosk: Reconfigurable {
    struct Settings: Shaped, Codable, Equatable {
        var most = 3
        var pause: Duration = .seconds(5)
        var sign: String?
        var pin: Secret?

        static let shape = Shape.object([
            Field("most", .integer(in: 0...100), "How much one buys.", default: 3),
            Field("pause", .duration(), "How long a late one takes; another one needs a restart.", default: "5s"),
            Field("sign", .path, "A file.", optional: true),
            Field("pin", .secret, "What opens it.", optional: true),
        ])
    }

    static let contracts: [Contract] = [
        .publishes(.told), .reads(.order), .reads(.stock), .reads(.hostFeatures), .serves(.buy), .serves(.watch),
        .requests(.draw),
        .keeps(.orders), .keepsBlobs, .evaluates(.closed),
    ]

    let settings: Settings
    let context: FeatureContext
    private let most: Lock<Int>

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
        most = Lock(settings.most)
        if settings.pin?.reveal() == "wrong" { throw RouteError.forbidden("the pin is wrong") }
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard settings.pause == self.settings.pause else { return .restart }
        most.withLock { $0 = settings.most }
        return .applied
    }

    func run() async throws {
        let out = try context.bus.publisher(on: .told)
        let orders = try context.bus.messages(on: .order, overflow: .dropOldest(1000))
        let stock = try context.bus.messages(on: .stock)
        let hosts = try context.bus.messages(on: .hostFeatures)
        let documents = try context.store.collection(.orders)
        try context.routes.serve(.buy) { order, call in
            let most = most.withLock { $0 }
            guard order.count <= most else {
                throw RouteError(
                    code: "conflict", status: 409, "at most \(most)", data: ["most": .integer(Int64(most))])
            }
            if try context.flags.value(of: .closed, for: call.caller) { throw RouteError.unavailable("closed") }
            let drawn: Drawn
            do throws(RequestError) {
                drawn = try await context.bus.request(.draw, order, within: .seconds(3))
            } catch {
                // How much is left, where that is told.
                drawn = (try? error.refusal?.data?.decoded(as: Drawn.self)) ?? Drawn(watts: -1)
            }
            let told = told(order, watts: drawn.watts, by: call.caller)
            try await documents.put(told, id: order.name)
            return told
        }
        try context.routes.stream(.watch) { order, _, out in
            for count in 1...max(1, order.count) {
                try await out.send(told(Order(name: order.name, count: count)))
                try await context.clock.sleep(for: .seconds(1))
            }
        }
        context.log.info("open", [("most", "\(settings.most)")])
        context.ready()
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await message in stock {
                    context.log.info("stock \(message.payload.name)=\(message.payload.count)")
                }
            }
            group.addTask {
                for await message in hosts {
                    for entry in message.payload.features where entry.id != context.id {
                        out(told(Order(name: "\(entry.id) is \(entry.state)", count: 0)))
                    }
                }
            }
            group.addTask {
                for await message in orders {
                    let order = message.payload
                    switch order.name {
                    case "throw": throw RouteError.conflict("the kiosk fell over")
                    case "return": return
                    case "hang": await Signal().wait()
                    case "late": try await context.clock.sleep(for: settings.pause)
                    case "sign": context.log.warning("the sign is \(settings.sign ?? "not there")")
                    default: break
                    }
                    out(told(order))
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func told(_ order: Order, watts: Int = 0, by caller: Caller? = nil) -> Told {
        Told(
            name: order.name, count: order.count, at: context.clock.now, pause: settings.pause, watts: watts,
            by: caller?.key, roles: caller?.roles.sorted() ?? [], ratio: Double(order.count) / 2,
            zones: order.count > 0 ? (1...min(order.count, 3)).map { .init(number: $0, open: $0 != 2) } : [])
    }
}

struct Order: Shaped, Codable, Equatable {
    var name: String
    var count = 1

    static let shape = Shape.object([
        Field("name", .text(length: 1...40), "What."), Field("count", .integer(in: 0...1000), "How many.", default: 1),
    ])
}

struct Told: Shaped, Codable, Equatable {
    struct Zone: Shaped, Codable, Equatable {
        let number: Int
        let open: Bool

        static let shape = Shape.object([
            Field("number", .integer(), "The number."), Field("open", .boolean, "Whether it is open."),
        ])
    }

    let name: String
    let count: Int
    let at: Timestamp
    let pause: Duration
    let watts: Int
    let by: String?
    let roles: [String]
    let ratio: Double
    let zones: [Zone]

    static let shape = Shape.object([
        Field("name", .text(), "What."), Field("count", .integer(), "How many."), Field("at", .timestamp, "When."),
        Field("pause", .duration(), "How long."), Field("watts", .integer(), "What it drew."),
        Field("by", .text(), "Whom for.", optional: true), Field("roles", .list(of: .text()), "What they may do."),
        Field("ratio", .number(), "Half of it."), Field("zones", .list(of: .of(Zone.self)), "Where."),
    ])
}

struct Drawn: Shaped, Codable, Equatable {
    let watts: Int
    static let shape = Shape.object([Field("watts", .integer(in: -1...100), "How much.")])
}

extension Topic where Payload == Told { static var told: Topic<Told> { .init("kiosk.told", retain: .latest) } }
extension Topic where Payload == Order {
    static var order: Topic<Order> { .init("kiosk.order") }
    static var stock: Topic<Order> { .init("kiosk.stock", retain: .latest(per: "name", most: 10)) }
}
extension Route where Request == Order, Reply == Told {
    static var buy: Route<Order, Told> { .init("kiosk.buy", .post, "/buys", access: .everyone) }
    static var watch: Route<Order, Told> { .init("kiosk.watch", .get, "/watch", access: .everyone, streams: true) }
}
extension Route where Request == Order, Reply == Drawn {
    static var draw: Route<Order, Drawn> { .init("power.draw", .post, "/draws", access: .everyone) }
}
extension Documents where Document == Told { static var orders: Documents<Told> { .init("orders") } }
extension Flag where Content == Bool {
    static var closed: Flag<Bool> { .init("kiosk.closed", default: false, "Whether nothing is sold.") }
}
