import Measures
import Testing

@Suite struct ToggleCostTests {
    private let settled = Holding(residentBytes: 20_000_000, descriptors: 12, threads: 7)

    @Test func memoryIsSharedOutOverTheToggles() {
        let end = Holding(residentBytes: 20_160_000, descriptors: 13, threads: 9)
        let cost = ToggleCost(settled: settled, end: end, toggles: 8_000)
        #expect(cost.bytesPerToggle == 20)
        #expect(cost.leakedDescriptors == 1)
        #expect(cost.leakedThreads == 2)
    }

    @Test func givingBackIsNoLeak() {
        let end = Holding(residentBytes: 19_992_000, descriptors: 12, threads: 7)
        #expect(ToggleCost(settled: settled, end: end, toggles: 8_000).bytesPerToggle == -1)
    }
}
