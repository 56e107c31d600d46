import Testing

@testable import HostHTTP

@Suite struct HoldsTests {
    @Test func `three within ten seconds are too many`() {
        var holds = Holds()
        let verdicts = [1, 2, 11].map { holds.add(.milliseconds(60), at: .seconds($0)) }
        #expect(verdicts == [false, false, true])
    }

    @Test func `what is long ago is forgotten`() {
        var holds = Holds()
        let verdicts = stride(from: 0, to: 1_000, by: 6).map { holds.add(.milliseconds(60), at: .seconds($0)) }
        #expect(!verdicts.contains(true))
    }

    @Test func `one that takes seconds is enough`() {
        var holds = Holds()
        let verdicts = [Holds.proof, Holds.proof + .milliseconds(1)].map { holds.add($0, at: .seconds(1)) }
        #expect(verdicts == [false, true])
    }
}
