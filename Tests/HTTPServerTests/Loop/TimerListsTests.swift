import Testing

@testable import HTTPServer

/// Timers by hand: the moments are numbers.
struct TimerListsTests {
    private static func span(_ timer: Timer) -> Int64 {
        switch timer {
        case .idle: 100
        case .head: 10
        case .body: 20
        case .answer: 50
        case .patience: 70
        case .heartbeat: 30
        case .linger: 5
        case .write: 15
        }
    }

    private static func lists() -> TimerLists { TimerLists { .nanoseconds(span($0)) } }

    @Test func `timers ring when their time has come, and once`() {
        var lists = Self.lists()
        lists.set(.head, of: 3, at: 0)
        lists.set(.idle, of: 4, at: 0)
        #expect(lists.next == 10)
        #expect(lists.popRung(at: 9) == nil)
        #expect(lists.popRung(at: 10) == TimerLists.Ring(slot: 3, timer: .head))
        #expect(lists.popRung(at: 10) == nil)
        #expect(lists.next == 100 && lists.timer(of: 3) == nil && lists.timer(of: 4) == .idle)
    }

    @Test func `a new timer replaces the previous one, but not the timer for writing`() {
        var lists = Self.lists()
        lists.set(.head, of: 0, at: 0)
        lists.set(.write, of: 0, at: 0)
        lists.set(.answer, of: 0, at: 1)
        #expect(lists.popRung(at: 15) == TimerLists.Ring(slot: 0, timer: .write))
        #expect(lists.popRung(at: 50) == nil)
        #expect(lists.popRung(at: 51) == TimerLists.Ring(slot: 0, timer: .answer))
        lists.clear(0)
        lists.clear(77)
        lists.clearWrite(77)
        #expect(lists.next == .max)
    }

    /// Whatever is done in whatever order, it is what a plain table of deadlines would do.
    @Test func `they agree with a table of deadlines`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(state: seed)
        var lists = Self.lists()
        var table: [Int: (timer: Timer, rings: Int64)] = [:]
        var now: Int64 = 0
        for step in 0..<20_000 {
            let slot = Int(random.next() % 12)
            switch random.next() % 8 {
            case 0:
                lists.clear(slot)
                table[slot * 2] = nil
            case 1:
                lists.clearWrite(slot)
                table[slot * 2 + 1] = nil
            case 2, 3:
                now += Int64(random.next() % 12)
                var rung = 0
                while let ring = lists.popRung(at: now) {
                    let key = ring.slot * 2 + (ring.timer == .write ? 1 : 0)
                    #expect(table[key]?.timer == ring.timer, "seed \(seed), step \(step)")
                    #expect(table[key].map { $0.rings <= now } == true, "seed \(seed), step \(step)")
                    table[key] = nil
                    rung += 1
                }
                #expect(table.values.allSatisfy { $0.rings > now }, "seed \(seed), step \(step), rung \(rung)")
            default:
                let timer = Timer.allCases[Int(random.next() % UInt64(Timer.allCases.count))]
                lists.set(timer, of: slot, at: now)
                table[slot * 2 + (timer == .write ? 1 : 0)] = (timer, now + Self.span(timer))
            }
            guard lists.next == (table.values.map(\.rings).min() ?? .max) else {
                Issue.record("seed \(seed), step \(step): \(lists.next)")
                return
            }
        }
    }

    @Test func `no span is too long to be added to a moment`() {
        #expect(Instant(.seconds(1)) == 1_000_000_000)
        #expect(Instant(.seconds(Int64.max)) == .max / 2)
        #expect(Instant(.milliseconds(-1)) == -1_000_000)
        #expect(Epoll.timeout(.max, 5) == -1 && Epoll.timeout(5, 5) == 0 && Epoll.timeout(6, 5) == 1)
        #expect(Epoll.timeout(1_000_005, 5) == 1 && Epoll.timeout(1_000_006, 5) == 2)
        #expect(Epoll.timeout(.max - 1, 5) == .max)
    }
}

/// Random numbers that a seed brings back.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
