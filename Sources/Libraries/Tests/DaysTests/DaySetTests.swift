import Days
import Testing

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

    @Test func daysHaveTheirOwnLengthsAndThoseAroundHave24Hours() {
        let days = ServiceDays(first: 10, count: 3)
        let starts = [864_000, 864_000 + 82_800, 864_000 + 169_200]
        #expect(
            (-1...4).map { days.start(of: $0, starts: starts) - 864_000 } == [
                -86_400, 0, 82_800, 169_200, 255_600, 342_000,
            ])
        for day in -3...6 {
            let start = days.start(of: day, starts: starts)
            #expect(days.day(at: start, starts: starts) == day && days.day(at: start - 1, starts: starts) == day - 1)
        }
        #expect(days.start(of: 2, starts: []) == 12 * 86_400 && days.day(at: 12 * 86_400, starts: []) == 2)
    }

    @Test func setsAreComparedAndTakenAway() {
        var (one, other) = (DaySet(count: 65), DaySet(count: 65))
        for day in [3, 64] { one.insert(day) }
        other.insert(64)
        #expect(one.intersects(other) && other.intersects(one))
        one.subtract(other)
        #expect(!one.intersects(other) && one.contains(3) && !one.contains(64))
    }
}
