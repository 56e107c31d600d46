@_spi(Hosting) import FeatureKit

/// A feature with a route of every kind.
struct Bars: Feature {
    static let contracts: [Contract] = [
        .serves(.menu), .serves(.reserve), .serves(.cancel), .serves(.photo), .serves(.who), .serves(.mine),
        .serves(.enter),
        .serves(.order), .serves(.orders), .publishes(.seats), .serves(.picture), .serves(.icon),
        .serves(.vault),
        .serves(.staff), .serves(.fail), .serves(.echo),
        .serves(.rounds), .serves(.laps), .serves(.hang), .publishes(.tap, watchable: true),
        .publishes(.clink, watchable: true),
    ]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) { self.context = context }

    func run() async throws {
        let routes = context.routes
        try routes.answer(.menu) { question, _ in question }
        try routes.serve(.reserve) { question, _ in
            if question.bar == "full" { throw RouteError(code: "table-taken", status: 409, "all tables are taken") }
            if question.bar == "booked" {
                let data: Value = ["bookings": [["id": "b1", "seats": 4]]]
                throw RouteError(code: "in-the-way", status: 409, "somebody sits there", data: data)
            }
            if question.bar == "wrong" { throw RouteError.invalid(Self.problems) }
            return question
        }
        try routes.serve(.cancel) { question, _ in
            if question.bar == "wrong" { throw RouteError.invalid(Self.problems) }
            return Nothing()
        }
        try routes.answer(.photo) { question, _ in Media(type: "image/png", bytes: Array(question.bar.utf8)) }
        try routes.answer(.order) { question, _ in question }
        try routes.answer(.orders) { question, _ in question }
        try routes.serve(.picture) { question, _ in
            if question.bar == "wrong" { throw RouteError.invalid(Self.problems) }
            return Seen(question.picture, bar: question.bar, width: question.width)
        }
        try routes.answer(.icon) { question, _ in Seen(question.icon) }
        try routes.serve(.vault) { question, _ in Seen(question.thing) }
        for route in [Route.who, .mine, .staff, .enter] {
            try routes.answer(route) { _, call in
                Who(
                    key: call.caller.key, device: call.caller.device, country: call.caller.attributes["country"],
                    origin: "\(call.caller.origin)",
                    cause: call.cause.id)
            }
        }
        try routes.answer(.fail) { question, _ in
            guard let status = question.status else { throw Broken() }
            throw RouteError(code: "odd", status: status, "it is odd", errors: Self.problems)
        }
        try routes.answer(.echo) { question, _ in question }
        try routes.stream(.rounds) { question, _, out in
            if question.rounds == 0 { throw RouteError.notFound("no rounds") }
            if question.rounds == 7 { throw RouteError.invalid([RequestProblem("rounds", "not seven")]) }
            for number in 1...question.rounds {
                if number == question.stumble { throw RouteError.conflict("stumbled") }
                try await out.send(number)
            }
            // No more messages, but the stream stays open.
            if question.stumble == -1 { await Signal().wait() }
        }
        try routes.stream(.laps) { question, _, out in
            let last = question.lastEventID.flatMap { Int($0) } ?? 0
            for number in (last + 1)...(last + 2) { try await out.send(Lap(eventID: "\(number)", lap: number)) }
            try await out.send(Lap(lap: 0))
            try await out.send(Lap(eventID: "a\nb", lap: 0))
        }
        try routes.serve(.hang) { [context] _, _ in
            await context.untilStopped()
            // It keeps running after it was asked to stop.
            await Signal().wait()
            return Nothing()
        }
        let tap = try context.bus.publisher(on: .tap)
        tap("full")
        context.ready()
        await context.untilStopped()
    }

    struct Broken: Error {}

    /// What is wrong with a bar called "wrong".
    static let problems = [
        RequestProblem("bar", "no name"), RequestProblem(at: ValuePath([.member("picture"), .element(2)]), "too dark"),
        RequestProblem(at: ValuePath(), "makes no sense"),
    ]
}

@Record struct MenuQuestion: Equatable {
    /// The page.
    @In(1...100) var page = 1
    /// Kinds.
    var type: [String] = []
    /// Whether it is open.
    var open: Bool?
    /// The highest price.
    var most: Double?
    /// How far.
    var within: Duration?
    /// Tags.
    var tags: [String: Int]?
}

@Record struct Reservation: Equatable {
    enum Shift: String, CaseIterable, Shaped { case lunch, dinner }

    /// The bar.
    @Text(1...20) var bar: String
    /// How many.
    @In(1...12) var seats: Int
    /// When.
    var shift: Shift = .dinner
    /// What else.
    var note: String?
}

/// Written by hand, so that it has to be checked before it is read.
struct BarQuestion: Shaped, Codable, Equatable {
    var bar: String

    static let shape = Shape.object([Field("bar", .text(), "The bar.")])
}

@Record struct OrderQuestion: Equatable {
    /// The bar.
    @Text(1...20) var bar: String
    /// With which it is ordered once.
    @Text(1...20) var idempotencyKey: String?
}

/// How many seats are free in a bar.
struct FreeSeats: Shaped, Codable, Equatable {
    var bar: String
    var free: Int
    var closed: Bool

    static let shape = Shape.object([
        Field("bar", .text(), "The bar."), Field("free", .integer(), "How many."),
        Field("closed", .boolean, "Whether it is gone."),
    ])
}

struct PictureQuestion: Shaped, Codable, Equatable {
    var bar: String
    var width: Int
    var picture: Media

    static let most = 5 << 20
    static let shape = Shape.object([
        Field("bar", .text(length: 1...20), "The bar."),
        Field("width", .integer(in: 1...500), "How wide.", default: 80),
        Field("picture", .media(upTo: most), "What it looks like."),
    ])
}

struct IconQuestion: Shaped, Codable, Equatable {
    var icon: Media?

    static let shape = Shape.object([Field("icon", .media(upTo: 10), "A few bytes.", optional: true)])
}

struct VaultQuestion: Shaped, Codable, Equatable {
    var thing: Media

    static let shape = Shape.object([Field("thing", .media, "What is kept.")])
}

/// What was seen of media.
struct Seen: Shaped, Codable, Equatable {
    var type: String?
    var count: Int?
    var digest: String?
    var bar: String?
    var width: Int?

    init(_ media: Media?, bar: String? = nil, width: Int? = nil) {
        type = media?.type
        count = media?.bytes.count
        digest = media.map { SHA256.hexDigest(of: $0.bytes) }
        self.bar = bar
        self.width = width
    }

    static let shape = Shape.object([
        Field("type", .text(), "The type.", optional: true), Field("count", .integer(), "How long.", optional: true),
        Field("digest", .text(), "The SHA-256.", optional: true), Field("bar", .text(), "The bar.", optional: true),
        Field("width", .integer(), "How wide.", optional: true),
    ])
}

@Record struct CancelQuestion: Equatable {
    /// The bar.
    var bar: String
    /// The number.
    var id: Int
}

struct FailQuestion: Shaped, Codable, Equatable {
    var status: Int?

    static let shape = Shape.object([Field("status", .integer(), "With which status.", optional: true)])
}

struct RoundsQuestion: Shaped, Codable, Equatable {
    var rounds: Int
    var stumble: Int?

    static let shape = Shape.object([
        Field("rounds", .integer(in: 0...1_000), "How many."),
        Field("stumble", .integer(), "Where it fails.", optional: true),
    ])
}

@Record struct LapQuestion: Equatable {
    /// The last lap that was heard.
    @Text(1...20) var lastEventID: String?
}

@Record struct Lap: Equatable {
    /// By which a client names it.
    @Text(1...20) var eventID: String?
    /// Which lap.
    var lap: Int
}

struct Who: Shaped, Codable, Equatable {
    var key: String?
    var device: String?
    var country: Value?
    var origin: String
    var cause: String

    static let shape = Shape.object([
        Field("key", .text(), "The key.", optional: true),
        Field("device", .text(), "The key of the device.", optional: true),
        Field("country", .anything, "Where from.", optional: true),
        Field("origin", .text(), "How the caller connected."), Field("cause", .text(), "The trace."),
    ])
}

extension Route where Request == LapQuestion, Reply == Lap {
    static var laps: Self { .init("bars.laps", .get, "/laps", access: .everyone, streams: true) }
}

extension Route where Request == MenuQuestion, Reply == MenuQuestion {
    static var menu: Self { .init("bars.menu", .get, "/menu", access: .everyone) }
}

extension Route where Request == Reservation, Reply == Reservation {
    static var reserve: Self { .init("bars.reserve", .post, "/bars/{bar}/reservations", access: .everyone) }
}

extension Route where Request == CancelQuestion, Reply == Nothing {
    static var cancel: Self { .init("bars.cancel", .delete, "/bars/{bar}/reservations/{id}", access: .everyone) }
}

extension Route where Request == BarQuestion, Reply == Media {
    static var photo: Self { .init("bars.photo", .get, "/bars/{bar}/photo", access: .everyone) }
}

extension Route where Request == OrderQuestion, Reply == OrderQuestion {
    static var order: Self { .init("bars.order", .post, "/bars/{bar}/orders", access: .everyone) }
    static var orders: Self { .init("bars.orders", .get, "/orders", access: .everyone) }
}

extension Topic where Payload == FreeSeats {
    static var seats: Self { .init("bars.seats", retain: .latest(per: "bar", until: "closed", most: 300)) }
}

extension Route where Request == PictureQuestion, Reply == Seen {
    static var picture: Self { .init("bars.picture", .put, "/bars/{bar}/picture", access: .everyone) }
}

extension Route where Request == IconQuestion, Reply == Seen {
    static var icon: Self { .init("bars.icon", .post, "/icon", access: .everyone) }
}

extension Route where Request == VaultQuestion, Reply == Seen {
    static var vault: Self { .init("bars.vault", .patch, "/vault", access: .user) }
}

extension Route where Request == Nothing, Reply == Who {
    static var who: Self { .init("bars.who", .get, "/who", access: .everyone) }
    static var enter: Self { .init("bars.enter", .get, "/enter", access: .beforeSigningIn) }
    static var mine: Self { .init("bars.mine", .get, "/mine", access: .user) }
    static var staff: Self { .init("bars.staff", .get, "/staff", access: .role("staff")) }
}

extension Route where Request == FailQuestion, Reply == Nothing {
    static var fail: Self { .init("bars.fail", .post, "/fail", access: .everyone) }
}

extension Route where Request == Value, Reply == Value {
    static var echo: Self { .init("bars.echo", .put, "/echo", access: .everyone) }
}

extension Route where Request == RoundsQuestion, Reply == Int {
    static var rounds: Self { .init("bars.rounds", .get, "/rounds", access: .everyone, streams: true) }
}

extension Route where Request == Nothing, Reply == Nothing {
    static var hang: Self { .init("bars.hang", .post, "/hang", access: .everyone) }
}

extension Topic where Payload == String {
    /// A state.
    static var tap: Self { .init("bars.tap", retain: .latest) }
    /// An event.
    static var clink: Self { .init("bars.clink") }
}
