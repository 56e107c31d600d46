public import FeatureKit

/// How the versions of the courier differ.
public protocol CourierVersion: Sendable {
    /// The version, as in its manifest.
    static var version: String { get }
    /// Whether it comes up.
    static var isBroken: Bool { get }
}

/// Carries parcels, and says which version carried them.
public struct Courier<Version: CourierVersion>: Feature {
    /// Its topics, its routes and what it keeps.
    public static var contracts: [Contract] {
        [
            .publishes(.courierSent), .publishes(.courierTick, watchable: true), .serves(.courierSend),
            .serves(.courierFollow),
            .keeps(.parcels),
        ]
    }

    private static var version: String { Version.version }

    private let context: FeatureContext

    /// Stores what it is given.
    public init(settings: NoSettings, context: FeatureContext) { self.context = context }

    /// Carries until it is told to stop.
    public func run() async throws {
        let sent = try context.bus.publisher(on: .courierSent)
        let tick = try context.bus.publisher(on: .courierTick)
        let parcels = try context.store.collection(.parcels)
        // Each parcel is stored once: a request with a number that was sent before is refused.
        try context.routes.serve(.courierSend) { request, _ in
            try await parcels.put(Parcel(by: Self.version), id: "\(request.number)", expecting: .absent)
            sent(Sent(number: request.number, by: Self.version))
            return Sent(number: request.number, by: Self.version)
        }
        try context.routes.stream(.courierFollow) { _, _, out in
            var number = 0
            while true {
                number += 1
                try await out.send(Sent(number: number, by: Self.version))
                try await context.clock.sleep(for: .milliseconds(50))
            }
        }
        if Version.isBroken { fatalError("this version does not come up") }
        context.ready()
        var number = 0
        do {
            while true {
                number += 1
                tick(Sent(number: number, by: Self.version))
                try await context.clock.sleep(for: .milliseconds(1))
            }
        } catch is CancellationError {
            // The parcel that was being sent at the stop is the last one.
            tick(Sent(number: -number, by: Self.version))
        }
    }
}

/// A parcel that was carried.
struct Parcel: Shaped, Codable, Equatable {
    var by: String
    static let shape = Shape.object([Field("by", .text(), "Which version carried it.")])
}

/// What is carried.
struct Send: Shaped, Codable {
    var number: Int
    static let shape = Shape.object([Field("number", .integer(), "Which one.")])
}

/// What was carried, and by whom.
struct Sent: Shaped, Codable, Equatable {
    var number: Int
    var by: String
    static let shape = Shape.object([
        Field("number", .integer(), "Which one."), Field("by", .text(), "Which version carried it."),
    ])
}

extension Documents<Parcel> {
    static var parcels: Documents<Parcel> { .init("parcels") }
}

extension Topic where Payload == Sent {
    static var courierSent: Self { .init("courier.sent") }
    static var courierTick: Self { .init("courier.tick") }
}

extension Route where Request == Send, Reply == Sent {
    static var courierSend: Self { .init("courier.send", .post, "/parcels", access: .everyone) }
}

extension Route where Request == Nothing, Reply == Sent {
    static var courierFollow: Self {
        .init("courier.follow", .get, "/follow", access: .everyone, streams: true)
    }
}
