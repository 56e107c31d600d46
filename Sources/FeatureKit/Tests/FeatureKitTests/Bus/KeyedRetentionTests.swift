import Testing

@_spi(Hosting) @testable import FeatureKit

/// Topics that keep the last value of each key.
@Suite struct KeyedRetentionTests {
    private let stage = Stage()

    private func kept(_ topic: Topic<Seats> = .seats()) async throws -> [String] {
        let late = stage.bus("late", reads: ["state"])
        let messages = try late.messages(on: topic, overflow: .dropNewest(1))
        late.member.drain()
        var lines: [String] = []
        for await message in messages {
            #expect(message.isRetained)
            lines.append("\(message.payload.bar)\(message.payload.shift)=\(message.payload.free)")
        }
        #expect(messages.dropped == 0)
        return lines
    }

    @Test func keepsTheLastOfEachInTheOrderOfTheirChanges() async throws {
        let out = try stage.bus("bars", publishes: ["state"]).publisher(on: .seats())
        out(Seats(bar: "a", shift: 1, free: 9))
        out(Seats(bar: "b", shift: 1, free: 8))
        out(Seats(bar: "a", shift: 2, free: 7))
        out(Seats(bar: "a", shift: 1, free: 6))
        try await #expect(kept() == ["b1=8", "a2=7", "a1=6"])
        out(Seats(bar: "b", shift: 1, free: 0, closed: true))
        try await #expect(kept() == ["a2=7", "a1=6"])
        out(Seats(bar: "b", shift: 1, free: 5))
        try await #expect(kept() == ["a2=7", "a1=6", "b1=5"])
        #expect(stage.report("state").map { [UInt64($0.kept), $0.forgotten] } == [3, 0])
    }

    @Test func forgetsWhatChangedLongestAgoAndCounts() async throws {
        let out = try stage.bus("bars", publishes: ["state"]).publisher(on: .seats(most: 2))
        for bar in ["a", "b", "a", "c", "d"] { out(Seats(bar: bar, shift: 1, free: 1)) }
        try await #expect(kept() == ["c1=1", "d1=1"])
        #expect(stage.report("state").map { [UInt64($0.kept), $0.forgotten] } == [2, 2])
    }

    /// A text and a number that look alike are two, and so are two texts that look alike in one line.
    @Test func tellsKeysApart() async throws {
        struct Odd: Shaped, Codable {
            var one: String
            var other: String?
            static let shape = Shape.object([
                Field("one", .text(), "A text."), Field("other", .text(), "May be absent.", optional: true),
            ])
        }
        let topic = Topic<Odd>("state", retain: .latest(per: "one", "other", most: 100))
        let out = try stage.bus("bars", publishes: ["state"]).publisher(on: topic)
        for (one, other) in [("a", "b\",\"c"), ("a\",\"b", "c"), ("a", nil), ("a", "null"), ("a", ""), ("a", nil)] {
            out(Odd(one: one, other: other))
        }
        #expect(stage.report("state")?.kept == 5)
    }

    @Test(
        arguments: [
            (["bra"], nil, #"per "bra": its payload has no field "bra"; did you mean "bar"?"#),
            (["bar", "tags"], nil, #"per "bar" and "tags": "tags" is a list, and a key is a text or a whole number"#),
            (["closed"], nil, #"per "closed": "closed" is true or false, and a key is a text or a whole number"#),
            (["bar"], "free", #"per "bar" until "free": "free" is a whole number, and not true or false"#),
            (["bar"], "gone", #"per "bar" until "gone": its payload has no field "gone""#),
            ([], nil, "per : no field is named"),
        ] as [([String], String?, String)])
    func refusesWhatCannotBeKept(_ fields: [String], _ end: String?, _ words: String) throws {
        let member = stage.member("bars", publishes: ["state"])
        let key = RetentionKey(fields, until: end, most: 5)
        let error = #expect(throws: BusError.self) {
            try Bus(member: member).publisher(onPlain: "state", Seats.shape, keeping: .latestPer(key))
        }
        #expect(error?.code == .retention)
        #expect(error?.description == "\"state\" can't keep the last value \(words)")
        #expect(member.misuses.count == 1)
    }

    @Test func hasFieldsOnlyInAMapping() throws {
        let bus = stage.bus("bars", publishes: ["state"])
        let error = #expect(throws: BusError.self) {
            try bus.publisher(on: Topic<Int>("state", retain: .latest(per: "bar", most: 5)))
        }
        let words = #""state" can't keep the last value per "bar": its payload is a whole number, without fields"#
        #expect(error?.description == words)
    }

    /// Two features agree on what is kept; one may change its mind, as its next version does.
    @Test func oneSaysWhatIsKept() async throws {
        let bars = stage.bus("bars", publishes: ["state"])
        let out = try bars.publisher(on: .seats())
        let other = stage.bus("other", publishes: ["state"])
        // What a publisher without a retention of its own publishes is kept like the rest.
        let plain = try other.publisher(on: Topic<Seats>("state"))
        plain(Seats(bar: "a", shift: 1, free: 9))
        out(Seats(bar: "b", shift: 1, free: 8))
        try await #expect(kept() == ["a1=9", "b1=8"])
        let error = #expect(throws: BusError.self) {
            try other.publisher(on: Topic<Seats>("state", retain: .latest))
        }
        let words = #""state" keeps the last value per "bar" and "shift" until "closed", 1000 at most, as bars says; "#
        #expect(error?.description == words + "other can't have it keep the last value")
        _ = try bars.publisher(on: .seats(most: 1))
        try await #expect(kept() == ["b1=8"])
        let latest = try bars.publisher(on: Topic<Seats>("state", retain: .latest))
        try await #expect(kept() == [])
        latest(Seats(bar: "c", shift: 1, free: 7))
        out(Seats(bar: "d", shift: 1, free: 6))
        try await #expect(kept() == ["d1=6"])
    }
}
