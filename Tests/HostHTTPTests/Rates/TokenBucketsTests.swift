import HTTPServer
import TestSupport
import Testing

@testable import HostHTTP

/// How often addresses may ask.
@Suite struct TokenBucketsTests {
    private let alice: ClientNetwork
    private let bob: ClientNetwork

    init() throws {
        alice = try Self.address("192.0.2.1")
        bob = try Self.address("192.0.2.2")
    }

    private static func address(_ text: String) throws -> ClientNetwork {
        try #require(Request(.get, "/", peer: .address(text, port: 1)).network)
    }

    private static let rate = TokenRate(interval: .milliseconds(100), burst: 3)

    @Test func `a burst passes, then one for each interval`() {
        var buckets = TokenBuckets<ClientNetwork>(Self.rate)
        for _ in 0..<3 { #expect(buckets.take(alice, at: .seconds(5)) == nil) }
        #expect(buckets.take(alice, at: .seconds(5)) == .milliseconds(100))
        #expect(buckets.take(alice, at: .milliseconds(5_040)) == .milliseconds(60))
        #expect(buckets.take(alice, at: .milliseconds(5_100)) == nil)
        #expect(buckets.take(alice, at: .milliseconds(5_100)) == .milliseconds(100))
        #expect(buckets.take(bob, at: .milliseconds(5_100)) == nil)
    }

    @Test(arguments: Seeds.forThisRun(count: 5))
    func `a caller that waits as told passes`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var buckets = TokenBuckets<ClientNetwork>(Self.rate)
        var now = Duration.seconds(1)
        for _ in 0..<2_000 {
            if let wait = buckets.take(alice, at: now) {
                #expect(wait > .zero && wait <= .milliseconds(100))
                now += wait
                #expect(buckets.take(alice, at: now) == nil)
            }
            now += .milliseconds(Int.random(in: 0...150, using: &generator))
        }
    }

    @Test(arguments: Seeds.forThisRun(count: 5))
    func `no more pass in any time than the burst and the rate`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var buckets = TokenBuckets<ClientNetwork>(Self.rate)
        var now = Duration.seconds(1)
        var passed: [Duration] = []
        for _ in 0..<2_000 {
            if buckets.take(alice, at: now) == nil { passed.append(now) }
            now += .milliseconds(Int.random(in: 0...60, using: &generator))
        }
        for first in stride(from: 0, to: passed.count, by: 7) {
            for last in first..<min(first + 50, passed.count) {
                let allowed = 3 + Int((passed[last] - passed[first]) / .milliseconds(100))
                #expect(last - first + 1 <= allowed)
            }
        }
    }

    @Test func `clients without a bucket of their own share one until others are full again`() throws {
        var buckets = TokenBuckets<ClientNetwork>(Self.rate, most: 2)
        #expect(buckets.take(alice, at: .seconds(1)) == nil)
        #expect(buckets.take(bob, at: .seconds(1)) == nil)
        for last in 3...5 { #expect(try buckets.take(Self.address("192.0.2.\(last)"), at: .seconds(1)) == nil) }
        #expect(try buckets.take(Self.address("192.0.2.6"), at: .seconds(1)) == .milliseconds(100))
        #expect(buckets.take(alice, at: .seconds(1)) == nil, "a client with a bucket keeps it")
        #expect(try buckets.take(Self.address("192.0.2.6"), at: .seconds(2)) == nil)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("::ffff:192.0.2.1", "192.0.2.1", true),
        ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8::1", "2001:db8:0:1::1", false), ("::1", "::2", true),
        ("fe80::1%eth0", "fe80::2", true), ("::", "0.0.0.0", false),
    ])
    func `an IPv6 network counts as one client`(left: String, right: String, areSame: Bool) throws {
        #expect(try (Self.address(left) == Self.address(right)) == areSame)
    }

    @Test func `requests over the local socket are never counted`() {
        #expect(Request(.get, "/", peer: .process(pid: 1, user: 0)).network == nil)
        #expect(Request(.get, "/", peer: .address("nowhere", port: 1)).network == nil)
    }
}
