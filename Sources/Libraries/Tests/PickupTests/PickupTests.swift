import FeatureKit
import Pickup
import Testing

@Suite struct PickupTests {
    private func at(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

    @Test func `slots begin after now, and full and closed ones are left out`() {
        let slots = PickupSlots(length: .seconds(600), ahead: .seconds(3_000), most: 2)
        let free = slots.free(at: at(601), taken: [at(1_200), at(1_800), at(1_800)]) { $0 != at(2_400) }
        #expect(free == [at(1_200), at(3_000), at(3_600)])
        #expect(slots.free(at: at(1_200), taken: []) { _ in true }.first == at(1_800))
    }

    @Test func `the pace is the median of the gaps while there was work`() {
        let usual = Duration.seconds(90)
        let done = [(0, 60), (0, 120), (0, 180), (1_000, 1_050), (1_000, 1_900)].map { (begun: at($0), ready: at($1)) }
        #expect(KitchenPace.pace(of: Array(done.dropLast()), usual: usual) == usual)
        // 60, 60, 50 after a pause, 850.
        #expect(KitchenPace.pace(of: done.reversed(), usual: usual) == .seconds(60))
    }
}
