import HostProof
import Testing

@Suite struct ProofEventTests {
    @Test func `a case is known by its id`() {
        #expect(ProofCase(id: "a", group: "g", name: "n") == ProofCase(id: "a", group: "g", name: "n"))
    }
}
