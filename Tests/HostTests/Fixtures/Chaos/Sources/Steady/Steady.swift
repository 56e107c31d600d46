public import FeatureKit

/// What tells the instances of the steady feature apart.
public protocol SteadyNames: Sendable {
    /// The feature's id.
    static var own: String { get }
    /// The id of the one that it listens to.
    static var neighbour: String { get }
}

/// Beats, listens to its neighbour's beat, and answers: who loses a beat or an answer was disturbed.
public struct Steady<Names: SteadyNames>: Feature {
    /// Its own beat, its neighbour's, and its routes.
    public static var contracts: [Contract] {
        [.publishes(own), .reads(neighbour), .serves(echo), .serves(count)]
    }

    private static var own: Topic<Beat> { .init("\(Names.own).beat") }
    private static var neighbour: Topic<Beat> { .init("\(Names.neighbour).beat") }
    private static var echo: Route<Echo, Echo> { .init("\(Names.own).echo", .post, "/echo", access: .everyone) }
    private static var count: Route<Nothing, BeatCount> {
        .init("\(Names.own).count", .get, "/count", access: .everyone)
    }

    private let settings: SteadySettings
    private let context: FeatureContext
    private let counted = Lock(BeatCount())

    /// Stores what it is given.
    public init(settings: SteadySettings, context: FeatureContext) throws {
        (self.settings, self.context) = (settings, context)
    }

    /// Beats and listens until it is told to stop.
    public func run() async throws {
        let beats = try context.bus.messages(on: Self.neighbour, overflow: .dropOldest(4_096))
        let out = try context.bus.publisher(on: Self.own)
        try context.routes.serve(Self.echo) { request, _ in request }
        try context.routes.answer(Self.count) { [counted] _, _ in counted.withLock { $0 } }
        context.ready()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [counted] in
                for await beat in beats {
                    counted.withLock { $0.hear(beat.payload.number, dropped: beats.dropped) }
                }
            }
            group.addTask { [context, settings, counted] in
                var number = 0
                while (try? await context.clock.sleep(for: settings.pause)) != nil {
                    number += 1
                    out(Beat(number: number))
                    counted.withLock { $0.sent = number }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// How quickly it beats.
public struct SteadySettings: Shaped, Codable, Equatable {
    /// The time between two beats.
    public var pause: Duration

    /// The time between two beats.
    public static let shape = Shape.object([
        Field("pause", .duration(), "The time between two beats.", default: "5ms")
    ])
}

/// One beat.
public struct Beat: Shaped, Codable, Equatable {
    /// Its number, from 1.
    public var number: Int

    /// Its number.
    public static let shape = Shape.object([Field("number", .integer(), "Its number, from 1.")])
}

/// A text that comes back.
public struct Echo: Shaped, Codable, Equatable {
    /// The text.
    public var text: String

    /// The text.
    public static let shape = Shape.object([Field("text", .text(), "The text.")])
}

/// What was sent and heard.
public struct BeatCount: Shaped, Codable, Equatable {
    /// The number of its own last beat.
    public var sent = 0
    /// The first beat that it heard.
    public var first = 0
    /// The last beat that it heard.
    public var last = 0
    /// Beats between the first and the last that did not come, or came out of their turn.
    public var missing = 0
    /// What the bus says that it lost.
    public var dropped = 0

    /// The numbers.
    public static let shape = Shape.object([
        Field("sent", .integer(), "Its own last beat."), Field("first", .integer(), "The first that it heard."),
        Field("last", .integer(), "The last that it heard."), Field("missing", .integer(), "What did not come."),
        Field("dropped", .integer(), "What the bus says that it lost."),
    ])

    mutating func hear(_ number: Int, dropped: UInt64) {
        if first == 0 { first = number } else if number != last + 1 { missing += 1 }
        last = number
        self.dropped = Int(dropped)
    }
}
