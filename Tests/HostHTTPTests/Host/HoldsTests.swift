import Testing

@testable import HostHTTP

@Suite struct HoldsTests {
    @Test func `three within ten seconds are too many`() {
        var holds = Holds()
        #expect(!holds.add(at: .seconds(1)))
        #expect(!holds.add(at: .seconds(2)))
        #expect(holds.add(at: .seconds(11)))
    }

    @Test func `what is long ago is forgotten`() {
        var holds = Holds()
        for second in stride(from: 0, to: 1_000, by: 6) { #expect(!holds.add(at: .seconds(second))) }
    }
}
