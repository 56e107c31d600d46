import Testing

@testable import HostHTTP

@Suite struct HoldsTests {
    @Test func `three within ten seconds are too many`() {
        var holds = Holds()
        let verdicts = [1, 2, 11].map { holds.add(at: .seconds($0)) }
        #expect(verdicts == [false, false, true])
    }

    @Test func `what is long ago is forgotten`() {
        var holds = Holds()
        let verdicts = stride(from: 0, to: 1_000, by: 6).map { holds.add(at: .seconds($0)) }
        #expect(!verdicts.contains(true))
    }
}
