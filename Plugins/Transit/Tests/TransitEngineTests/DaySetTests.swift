import Testing
import TransitEngine

@Suite struct DaySetTests {
    @Test func daysOutsideAreIgnored() {
        var days = DaySet(count: 65)
        days.insert(64)
        days.insert(-1)
        days.insert(500)
        #expect(days.contains(64) && !days.contains(-1) && !days.contains(500) && !days.contains(63))
        days.remove(64)
        #expect(days.isEmpty)
    }
}
