import FeatureKit
import Testing

@testable import AccountsFeature

@Suite struct ThrottleTests {
    private var limits: Limits {
        var limits = Limits()
        (limits.account, limits.network, limits.unknownDevices) = (3, 6, 8)
        limits.window = .seconds(60)
        return limits
    }

    private func counts(_ account: String, _ network: String, device: String? = nil) -> [AttemptCount] {
        limits.password(at: account, device: device, network: network)
    }

    @Test func aNetworkIsCountedAtEachAccountAndAtAll() {
        var throttle = AttemptCounter<AttemptCount>(in: limits.window)
        for _ in 1...3 { #expect(throttle.begin(counts("ada", "n1"), at: .seconds(10)) == nil) }
        #expect(throttle.begin(counts("ada", "n1"), at: .seconds(20)) == .seconds(50))
        for _ in 1...3 { #expect(throttle.begin(counts("bob", "n1"), at: .seconds(20)) == nil) }
        #expect(throttle.begin(counts("eve", "n1"), at: .seconds(30)) == .seconds(40))
        #expect(throttle.begin(counts("eve", "n2"), at: .seconds(30)) == nil)
        #expect(throttle.begin(counts("ada", "n1"), at: .seconds(70)) == nil)
    }

    @Test func whoIsKnownGetsInHoweverManyGuess() {
        var throttle = AttemptCounter<AttemptCount>(in: limits.window)
        for network in 0..<100 {
            for _ in 1...10 { _ = throttle.begin(counts("ada", "bot\(network)"), at: .seconds(1)) }
        }
        #expect(throttle.begin(counts("ada", "new"), at: .seconds(2)) == .seconds(59))
        let own = counts("ada", "bot7", device: "phone")
        for _ in 1...50 {
            #expect(throttle.begin(own, at: .seconds(2)) == nil)
            throttle.forgive(own)
        }
        // And guesses with a device that was stolen are its own.
        for _ in 1...3 { #expect(throttle.begin(own, at: .seconds(3)) == nil) }
        #expect(throttle.begin(own, at: .seconds(3)) == .seconds(60))
        #expect(throttle.begin(counts("ada", "home", device: "tablet"), at: .seconds(3)) == nil)
    }

    @Test func whoIsRightTakesNothingFromOthersMistakes() {
        var throttle = AttemptCounter<AttemptCount>(in: limits.window)
        // Somebody with an account of their own can't wash their network clean.
        for round in 0..<6 {
            #expect(throttle.begin(counts("victim\(round)", "n1"), at: .seconds(1)) == nil)
            let own = counts("mine", "n1")
            let wait = throttle.begin(own, at: .seconds(1))
            if wait == nil { throttle.forgive(own) }
        }
        #expect(throttle.begin(counts("victim", "n1"), at: .seconds(1)) == .seconds(60))
    }

    @Test func whatWasNotTriedDoesNotCount() {
        var throttle = AttemptCounter<AttemptCount>(in: limits.window)
        for _ in 1...2 { _ = throttle.begin(counts("ada", "n1"), at: .zero) }
        for _ in 1...20 {
            #expect(throttle.begin(counts("ada", "n1"), at: .zero) == nil)
            throttle.takeBack(counts("ada", "n1"))
        }
        #expect(throttle.begin(counts("ada", "n1"), at: .zero) == nil)
        #expect(throttle.begin(counts("ada", "n1"), at: .zero) == .seconds(60))
    }

    @Test func isBounded() {
        var throttle = AttemptCounter<AttemptCount>(in: limits.window, capacity: 100)
        for number in 0..<10_000 {
            #expect(
                throttle.begin([.init(kind: .requests, of: ["\(number)"], most: 30)], at: .milliseconds(number)) == nil)
            #expect(throttle.count <= 100)
        }
        #expect(throttle.evicted == 9_900)
    }

    /// Against a list of what happened, which is slow and plain.
    @Test func countsLikeAList() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var throttle = AttemptCounter<AttemptCount>(in: limits.window)
            var starts: [Int: Duration] = [:]
            var made: [Int: Int] = [:]
            var now = Duration.zero
            for _ in 0..<400 {
                now += .seconds(Int.random(in: 0...9, using: &random))
                let key = Int.random(in: 0..<5, using: &random)
                if let start = starts[key], now >= start + .seconds(60) { (starts[key], made[key]) = (nil, nil) }
                let wait = throttle.begin([.init(kind: .device, of: ["a", "\(key)"], most: 3)], at: now)
                #expect((wait == nil) == (made[key, default: 0] < 3))
                if let wait, let start = starts[key] { #expect(wait == start + .seconds(60) - now) }
                if wait == nil {
                    if starts[key] == nil { starts[key] = now }
                    made[key, default: 0] += 1
                }
            }
        }
    }
}

extension AttemptCounter<AttemptCount> {
    fileprivate mutating func begin(_ counts: [AttemptCount], at uptime: Duration) -> Duration? {
        begin(counts.map { ($0, $0.most) }, at: uptime)
    }
}
