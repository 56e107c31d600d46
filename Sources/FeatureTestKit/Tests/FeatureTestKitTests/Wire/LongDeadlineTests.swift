@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureRig

/// A deadline that lies far ahead, wherever the feature runs.
@Suite(.timeLimit(.minutes(1))) struct LongDeadlineTests {
    /// Says when a year is over.
    private struct Almanac: Feature {
        static let contracts: [Contract] = [.publishes(.over)]
        let context: FeatureContext
        init(settings: Nothing, context: FeatureContext) throws { self.context = context }

        func run() async throws {
            let over = try context.bus.publisher(on: .over)
            let deadlines = Deadlines<String>(on: context.clock)
            deadlines.set("year", at: context.clock.now.advanced(by: .days(366)))
            context.ready()
            for await _ in deadlines { over(Nothing()) }
        }
    }

    private enum Way: CaseIterable {
        case host, loopback, worker

        var subject: RigSubject {
            let entry = FeatureEntry(Almanac.self)
            return switch self {
            case .host: RigSubject(id: "almanac", entry: entry, way: .host)
            case .loopback: RigSubject(id: "almanac", entry: entry, way: .loopback)
            case .worker: PairedWorker.subject(id: "almanac", entry: entry)
            }
        }
    }

    @Test(arguments: Way.allCases)
    private func `time passes at once until it is due`(_ way: Way) async throws {
        try await Rig.with(way.subject) { rig in
            #expect(await rig.start([:]) == .active)
            let start = rig.clock.now
            #expect(await rig.advance(by: .days(367), mostWakes: 10))
            let told = await rig.messages(on: "almanac.over")
            #expect(told.map(\.time) == [start.advanced(by: .days(366))])
        }
    }

    @Test(arguments: Way.allCases)
    private func `a clock that is set ahead is seen within a minute`(_ way: Way) async throws {
        try await Rig.with(way.subject) { rig in
            #expect(await rig.start([:]) == .active)
            await rig.advance(by: .days(1))
            rig.clock.set(now: rig.clock.now.advanced(by: .days(370)))
            await rig.advance(by: .seconds(60))
            #expect(await rig.messages(on: "almanac.over").count == 1)
        }
    }
}

extension Topic where Payload == Nothing {
    fileprivate static var over: Self { .init("almanac.over") }
}
