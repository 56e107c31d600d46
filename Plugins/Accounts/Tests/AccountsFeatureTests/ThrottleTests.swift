import FeatureKit
import Testing

@testable import AccountsFeature

@Suite struct ThrottleTests {
    private var limits: Limits {
        var limits = Limits()
        (limits.account, limits.network, limits.strangers) = (3, 6, 8)
        limits.window = .seconds(60)
        return limits
    }

    private func counts(_ account: String, _ network: String, device: String? = nil) -> [Throttle.Count] {
        Throttle.counts(account: account, device: device, network: network)
    }

    @Test func aNetworkIsCountedAtEachAccountAndAtAll() {
        var throttle = Throttle(limits)
        for _ in 1...3 { #expect(throttle.begin(counts("ada", "n1"), at: .seconds(10)) == nil) }
        #expect(throttle.begin(counts("ada", "n1"), at: .seconds(20)) == .seconds(50))
        for _ in 1...3 { #expect(throttle.begin(counts("bob", "n1"), at: .seconds(20)) == nil) }
        #expect(throttle.begin(counts("eve", "n1"), at: .seconds(30)) == .seconds(40))
        #expect(throttle.begin(counts("eve", "n2"), at: .seconds(30)) == nil)
        #expect(throttle.begin(counts("ada", "n1"), at: .seconds(70)) == nil)
    }

    @Test func whoIsKnownGetsInHoweverManyGuess() {
        var throttle = Throttle(limits)
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
        var throttle = Throttle(limits)
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
        var throttle = Throttle(limits)
        for _ in 1...2 { _ = throttle.begin(counts("ada", "n1"), at: .zero) }
        for _ in 1...20 {
            #expect(throttle.begin(counts("ada", "n1"), at: .zero) == nil)
            throttle.takeBack(counts("ada", "n1"))
        }
        #expect(throttle.begin(counts("ada", "n1"), at: .zero) == nil)
        #expect(throttle.begin(counts("ada", "n1"), at: .zero) == .seconds(60))
    }

    @Test func isBounded() {
        var throttle = Throttle(limits, capacity: 100)
        for number in 0..<10_000 {
            #expect(throttle.begin([.requests(network: "\(number)")], at: .milliseconds(number)) == nil)
            #expect(throttle.size <= 100)
        }
        #expect(throttle.evicted == 9_900)
    }

    /// Against a list of what happened, which is slow and plain.
    @Test func countsLikeAList() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var throttle = Throttle(limits)
            var starts: [Int: Duration] = [:]
            var made: [Int: Int] = [:]
            var now = Duration.zero
            for _ in 0..<400 {
                now += .seconds(Int.random(in: 0...9, using: &random))
                let key = Int.random(in: 0..<5, using: &random)
                if let start = starts[key], now >= start + .seconds(60) { (starts[key], made[key]) = (nil, nil) }
                let wait = throttle.begin([.device(account: "a", device: "\(key)")], at: now)
                #expect((wait == nil) == (made[key, default: 0] < 3))
                if let wait, let start = starts[key] { #expect(wait == start + .seconds(60) - now) }
                if wait == nil {
                    if starts[key] == nil { starts[key] = now }
                    made[key, default: 0] += 1
                }
            }
        }
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
        ("2001:db8:1:2::", "2001:db8:1:2"), ("2001:0db8:0001:0002:ffff::1", "2001:db8:1:2"), ("::1", "0:0:0:0"),
        ("fe80::1%eth0", "fe80:0:0:0"), ("::", "0:0:0:0"), ("nonsense", "nonsense"), ("1:2:3", "1:2:3"),
        ("1::2::3", "1::2::3"),
        ("1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"), ("::ffff:999.0.2.7", "::ffff:999.0.2.7"), (nil, "-"),
        (String(repeating: "a", count: 1_000), "-"),
    ])
    func aNetworkHasAName(_ address: String?, _ name: String) { #expect(Network.name(of: address) == name) }
}
