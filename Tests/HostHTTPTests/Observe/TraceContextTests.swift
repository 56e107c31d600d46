import HTTPServer
import Testing

@testable import HostHTTP

/// Traces of clients are taken over where they follow the rules to the letter, and made otherwise.
@Suite struct TraceContextTests {
    static let good = "00-8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7-01"

    @Test func `A good one is taken over`() throws {
        let trace = try #require(TraceContext(traceparent: Self.good))
        #expect(trace.id == "8f14e45fceea167a5a36dedd4bea2543")
        #expect(trace == TraceContext(high: 0x8f14_e45f_ceea_167a, low: 0x5a36_dedd_4bea_2543))
        #expect(TraceContext(high: 0, low: 10).id == "0000000000000000000000000000000a")
    }

    @Test(arguments: [
        "", "00", "00-8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7",
        "00-8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7-0", "\(good)-", "\(good)-more", "\(good) ", " \(good)",
        "00-8F14E45FCEEA167A5A36DEDD4BEA2543-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-8f14e45fceea167a5a36dedd4bea2543-0000000000000000-01",
        "00-8f14e45fceea167a5a36dedd4bea254g-00f067aa0ba902b7-01",
        "00_8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7-01",
        "00-8f14e45fceea167a5a36dedd4bea2543_00f067aa0ba902b7-01",
        "00-8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7_01",
        "00-8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7-0x",
        "ff-8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7-01",
        "01-8f14e45fceea167a5a36dedd4bea2543-00f067aa0ba902b7-01x",
        "00-8f14e45fceea167a5a36dedd4bea254\u{663}-00f067aa0ba902b7-1", "\u{0}", String(repeating: "0", count: 55),
        String(repeating: "-", count: 5000),
    ])
    func `A bad one does not count`(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test func `A later version counts as far as it is known`() {
        let later = "cc" + Self.good.dropFirst(2)
        #expect(TraceContext(traceparent: later)?.id == "8f14e45fceea167a5a36dedd4bea2543")
        #expect(TraceContext(traceparent: later + "-what-comes-next") != nil)
    }

    @Test func `Two are none`() {
        let fields = [("traceparent", Self.good), ("traceparent", Self.good)]
        #expect(TraceContext.of(Request(.get, "/", fields: fields)).id != "8f14e45fceea167a5a36dedd4bea2543")
        #expect(
            TraceContext.of(Request(.get, "/", fields: [fields[0]])).id == "8f14e45fceea167a5a36dedd4bea2543")
    }

    @Test func `No two that are made are the same, on any thread`() async {
        let made = await withTaskGroup(of: Set<TraceContext>.self) { group in
            for _ in 0..<4 { group.addTask { Set((0..<5_000).map { _ in TraceContext.next() }) } }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(made.count == 20_000)
        #expect(!made.contains { $0.high | $0.low == 0 })
        // Both halves vary on their own, since some systems keep only one of them.
        #expect(Set(made.map(\.low)).count == 20_000 && Set(made.map(\.high)).count == 20_000)
    }
}
