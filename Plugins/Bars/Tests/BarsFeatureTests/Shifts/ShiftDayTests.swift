import FeatureKit
import FeatureTestKit
import Seating
import Testing

@testable import BarsFeature

/// What is kept of a shift.
struct ShiftDayTests {
    private var shiftDay: ShiftDay {
        ShiftDay(bar: ID("b"), date: "2026-11-23", shift: "dinner-1", starts: Timestamp(nanoseconds: 0))
    }

    @Test func waitListNumbersAreGivenOnce() throws {
        var one = shiftDay
        #expect(one.addToWaitList() == 1)
        #expect(one.addToWaitList() == 2)
        try one.removeFromWaitList()
        #expect(one.waiting == 1 && one.addToWaitList() == 3)
        for _ in 1...2 { try one.removeFromWaitList() }
        #expect(throws: SeatsProblem("the wait list of b/2026-11-23/dinner-1 is empty, and a party leaves it")) {
            try one.removeFromWaitList()
        }
    }

    @Test func itIsKeptAsItIs() {
        expectShapeAgrees(ShiftDay.self)
        expectShapeAgrees(SeatedParty.self)
    }
}
