import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct CommandQueueTests {
    private func waiting(_ order: Int64, of beacon: String = "b", expires: Duration = .seconds(100))
        -> CommandQueue.Waiting
    {
        .init(
            id: "\(order)", command: Command(beacon: beacon, command: .PING, order: order, made: Ear.wall),
            expires: expires)
    }

    private func ids(
        _ queue: CommandQueue, _ gateway: String, at uptime: Duration = .zero, near: String?
    ) -> [String] { queue.commands(for: gateway, at: uptime) { _ in near }.map(\.id) }

    @Test func whatANearGatewayHasIsLeftToItForAWhile() {
        var queue = CommandQueue()
        queue.add(waiting(1))
        #expect(ids(queue, "south", near: "north") == [])
        #expect(ids(queue, "north", near: "north") == ["1"])
        queue.hand(["1"], to: "north", at: .zero)
        // The beacon moves on: until the lease is over it is north's, which is told the same again and again.
        #expect(ids(queue, "south", at: .milliseconds(29_999), near: "south") == [])
        #expect(ids(queue, "north", at: .milliseconds(29_999), near: "south") == ["1"])
        #expect(ids(queue, "south", at: .seconds(30), near: "south") == ["1"])
        queue.hand(["1"], to: "south", at: .seconds(30))
        #expect(ids(queue, "north", at: .seconds(31), near: "south") == ["1"])
        #expect(ids(queue, "east", at: .seconds(31), near: nil) == ["1"])
    }

    @Test func whoFailedIsNotAskedAgainAndKeepsNobodyWaiting() throws {
        var queue = CommandQueue()
        queue.add(waiting(1))
        queue.hand(["1"], to: "north", at: .zero)
        var command = waiting(1).command
        #expect(
            try command.take(
                .init(gateway: "north", executed: false, why: "no"), near: nil, of: ["north", "south"], at: Ear.wall)
                == true)
        queue.update("1", command)
        #expect(ids(queue, "north", near: "north") == [])
        #expect(ids(queue, "south", near: "south") == ["1"])
        command.state = .EXECUTED
        queue.update("1", command)
        #expect(queue.isEmpty && queue.counts.isEmpty)
        // What is over does not come back.
        queue.update("1", waiting(1).command)
        #expect(queue.isEmpty)
    }

    @Test func soManyAreHandedAtATimeTheOldestFirst() {
        var queue = CommandQueue()
        for order in (1...Int64(CommandQueue.mostHanded + 5)).shuffled() { queue.add(waiting(order)) }
        #expect(ids(queue, "north", near: nil) == (1...CommandQueue.mostHanded).map { "\($0)" })
    }

    /// Against a list that is gone through each time.
    @Test(arguments: Array(UInt64(1)...30)) func itIsAList(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var queue = CommandQueue()
        var model: [(order: Int64, beacon: String, expires: Duration)] = []
        var next: Int64 = 0
        for _ in 0..<400 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0...1:
                next += Int64.random(in: 1...3, using: &random)
                let beacon = "b\(Int.random(in: 0..<5, using: &random))"
                let expires = Duration.seconds(Int.random(in: 0..<100, using: &random))
                queue.add(waiting(next, of: beacon, expires: expires))
                queue.add(waiting(next, of: beacon, expires: expires))
                model.append((next, beacon, expires))
            case 2:
                let gone = model.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }.map(\.order)
                queue.remove(gone.shuffled(using: &random).map { "\($0)" } + ["nobody"])
                model.removeAll { gone.contains($0.order) }
            default:
                let now = Duration.seconds(Int.random(in: 0..<100, using: &random))
                #expect(queue.due(at: now) == model.filter { $0.expires <= now }.map { "\($0.order)" })
            }
            #expect(queue.count == model.count)
            #expect(queue.next == model.map(\.expires).min())
            #expect(queue.counts == Dictionary(grouping: model, by: \.beacon).mapValues(\.count))
            #expect(queue.ids(of: "b1") == model.filter { $0.beacon == "b1" }.map { "\($0.order)" })
            let near = queue.commands(for: "north", at: .zero) { $0 == "b1" ? "north" : $0 == "b2" ? nil : "south" }
            // What is for beacons that it hears comes first.
            let expected = model.filter { $0.beacon == "b1" } + model.filter { $0.beacon == "b2" }
            #expect(near.map(\.id) == expected.prefix(CommandQueue.mostHanded).map { "\($0.order)" })
        }
    }
}
