@_spi(Hosting) import FeatureKit
import Measures

/// Asks the feature that is measured, and counts its messages, as another feature of the same host does.
struct Asker: Feature {
    static let contracts: [Contract] = [.requests(.wiredEcho), .reads(.wiredTick), .publishes(.wiredGo)]

    /// What was measured, in microseconds.
    struct Times {
        var questions: [Double] = []
        var direct: [Double] = []
        var messages: [Double] = []
    }

    static let times = Lock(Times())
    static let questions = 2_000
    /// As many as fit into what may wait.
    static let messages = 100_000
    static let rounds = 5

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        let ticks = try context.bus.messages(on: .wiredTick, overflow: .dropOldest(2 * Self.messages))
        let go = try context.bus.publisher(on: .wiredGo)
        for number in 0..<(Self.questions + 200) {
            let began = context.clock.uptime
            _ = try await context.bus.request(.wiredEcho, Number(number: number), within: .seconds(5))
            let time = (context.clock.uptime - began) / .microseconds(1)
            if number >= 200 { Self.times.withLock { $0.questions.append(time) } }
            // Little to do: the waiting thread has gone to sleep by the next one.
            try await context.clock.sleep(for: .microseconds(200))
        }
        var reader = ticks.makeAsyncIterator()
        for _ in 0..<Self.rounds {
            let began = context.clock.uptime
            go(Number(number: Self.messages))
            for expected in 0..<Self.messages {
                guard let tick = await reader.next() else { throw BenchError.lost }
                guard tick.payload.number == expected else { throw BenchError.lost }
            }
            let time = (context.clock.uptime - began) / .microseconds(1)
            Self.times.withLock { $0.messages.append(time / Double(Self.messages)) }
        }
    }
}

struct Number: Shaped, Codable {
    var number: Int
    static let shape = Shape.object([Field("number", .integer(), "A number.")])
}

extension Route where Request == Number, Reply == Number {
    static var wiredEcho: Self { .init("wired.echo", .post, "/echo", access: .everyone) }
}
extension Topic where Payload == Number {
    static var wiredTick: Self { .init("wired.tick") }
    static var wiredGo: Self { .init("wired.go") }
}
