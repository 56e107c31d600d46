import FeatureKit
import Rostering
import Testing

private struct Work: ClockedShift {
    var riderId: String? = "ana"
    var (riderName, date, isConfirmed) = ("Ana", "2026-06-01", true)
    var (startAt, endAt) = (Timestamp(nanoseconds: 0), Timestamp(nanoseconds: 0))
    var status = WorkStatus.scheduled
    var (actualStart, actualEnd, toldStart, toldEnd): (Timestamp?, Timestamp?, Timestamp?, Timestamp?)
    var breaks: [WorkBreak] = []
    var (isLate, leftEarly, endedByItself) = (false, false, false)
    var uncorrected: WorkTimes?
}

/// A shift from nine to two, and moments of its day.
@Suite struct ClockedShiftTests {
    private let window = Duration.seconds(900)
    private var work = Work()

    init() { (work.startAt, work.endAt) = (Self.at("09:00"), Self.at("14:00")) }

    private static func at(_ time: String) -> Timestamp {
        Timestamp("2026-06-01T\(time):00Z") ?? Timestamp(nanoseconds: 0)
    }
    private func now(_ time: String) throws -> Clocking { try Clocking(at: nil, told: Self.at(time)) }
    private func late(_ time: String) throws -> Clocking { try Clocking(at: Self.at(time), told: Self.at("20:00")) }
    private func end(_ work: inout Work, _ clocking: Clocking) throws -> Bool {
        try work.end(clocking, window: window, latest: .hours(2))
    }

    @Test func `a device tells of the last day`() throws {
        let now = Self.at("12:00")
        #expect(try Clocking(at: now.advanced(by: .seconds(60)), told: now).at == now)
        #expect(try Clocking(at: now.advanced(by: .hours(-24)), told: now).told == now)
        for moment in [now.advanced(by: .seconds(61)), now.advanced(by: .seconds(-86_401))] {
            #expect(throws: ClockRefusal.badMoment) { try Clocking(at: moment, told: now) }
        }
    }

    @Test func `work begins within its window, once, and in order`() throws {
        var work = work
        #expect(throws: ClockRefusal.notStarted) { try end(&work, now("09:00")) }
        #expect(throws: ClockRefusal.tooEarly(from: Self.at("08:45"))) { try work.start(now("08:44"), window: window) }
        #expect(throws: ClockRefusal.tooLate(since: Self.at("14:00"))) { try work.start(now("14:00"), window: window) }
        #expect(try work.start(now("09:16"), window: window) && work.isLate && work.toldStart == nil)
        #expect(try !work.start(now("09:20"), window: window) && work.actualStart == Self.at("09:16"))
        #expect(throws: ClockRefusal.outOfOrder(last: Self.at("09:16"))) { try end(&work, late("09:10")) }
        #expect(try end(&work, late("13:44")) && work.leftEarly && work.toldEnd == Self.at("20:00"))
        #expect(try !end(&work, now("21:00")) && work.worked == .seconds(60 * 268))
        #expect(throws: ClockRefusal.over) { try work.pause(true, now("13:45")) }
    }

    @Test func `breaks are no work, and are told once`() throws {
        var work = work
        _ = try work.start(now("09:00"), window: window)
        #expect(try work.pause(true, late("10:00")) && work.isOnBreak && !work.pause(true, now("10:05")))
        #expect(
            try work.pause(false, late("10:30")) && !work.pause(true, late("10:00"))
                && !work.pause(false, late("10:30")))
        for minute in 0..<(WorkBreak.most - 1) {
            #expect(try work.pause(true, now("11:\(10 + minute)")) && work.pause(false, now("11:\(10 + minute)")))
        }
        #expect(throws: ClockRefusal.tooManyBreaks(most: WorkBreak.most)) { try work.pause(true, now("12:00")) }
        #expect(try end(&work, now("14:00")) && work.worked == .seconds(60 * 270))
    }

    @Test func `what nobody ended ends by itself, and what is told later counts`() throws {
        var work = work
        _ = try work.start(now("09:00"), window: window)
        _ = try work.pause(true, now("13:50"))
        work.endByItself(window: window, before: nil)
        #expect(work.actualEnd == Self.at("14:00") && work.endedByItself && work.worked == .seconds(60 * 290))
        #expect(throws: ClockRefusal.endedByItself(at: Self.at("14:00"))) { try end(&work, now("15:00")) }
        #expect(throws: ClockRefusal.endedByItself(at: Self.at("14:00"))) { try end(&work, late("16:01")) }
        #expect(try work.pause(false, late("13:55")) && end(&work, late("15:10")))
        #expect(work.worked == .seconds(60 * 365) && !work.endedByItself)
        var other = self.work
        _ = try other.start(now("09:00"), window: window)
        other.endByItself(window: window, before: Self.at("13:00"))
        #expect(other.actualEnd == Self.at("13:00") && other.leftEarly)
    }

    @Test func `corrections lie near the shift, and keep what was clocked first`() throws {
        var work = work
        let (nine, two) = (Self.at("09:00"), Self.at("14:00"))
        let right = WorkTimes(start: nine, end: two)
        #expect(throws: ClockRefusal.notOver) { try work.check(correction: right, now: two) }
        try work.check(correction: right, now: Self.at("14:01"))
        for (from, to) in [(two, nine), (nine.advanced(by: .seconds(-43_201)), two), (nine, Self.at("15:00"))] {
            #expect(throws: ClockRefusal.badCorrection(most: .hours(12))) {
                try work.check(correction: WorkTimes(start: from, end: to), now: Self.at("14:01"))
            }
        }
        _ = try work.start(now("09:30"), window: window)
        #expect(try end(&work, now("12:00")) && work.vehicleBack == Self.at("12:00"))
        work.correct(right, window: window)
        work.correct(WorkTimes(start: nine, end: Self.at("13:00")), window: window)
        #expect(work.uncorrected == WorkTimes(start: Self.at("09:30"), end: Self.at("12:00")) && !work.isLate)
        #expect(work.worked == .hours(4) && work.vehicleBack == Self.at("12:00"))
    }

    @Test func `somebody works on one shift at a time, and a board says how it goes`() throws {
        var work = work
        let (eight, ten) = (Self.at("08:00"), Self.at("10:00"))
        #expect(!work.isWorked(during: WorkTimes(start: eight, end: ten), now: ten))
        #expect(work.state(at: eight, window: window) == .planned && work.state(at: ten, window: window) == .late)
        #expect(work.state(at: Self.at("14:00"), window: window) == .missed)
        _ = try work.start(now("09:00"), window: window)
        #expect(work.isWorked(during: WorkTimes(start: Self.at("09:30"), end: Self.at("09:30")), now: ten))
        #expect(!work.isWorked(during: WorkTimes(start: eight, end: Self.at("09:00")), now: ten))
        #expect(!work.isWorked(during: WorkTimes(start: ten, end: ten), now: ten))
        #expect(try work.state(at: ten, window: window) == .working && work.pause(true, now("10:00")))
        #expect(try work.state(at: ten, window: window) == .onBreak && end(&work, now("11:00")))
        #expect(work.state(at: ten, window: window) == .done)
        var open = self.work
        open.riderId = nil
        #expect(open.state(at: ten, window: window) == .open)
    }

    @Test func `something is due of a shift until its work has ended`() throws {
        var work = work
        func due(_ time: String) -> Timestamp? {
            work.due(after: Self.at(time), reminder: .hours(1), window: window, endAfter: .hours(2))
        }
        #expect(due("07:59") == Self.at("08:00") && due("08:00") == Self.at("09:15"))
        #expect(due("09:15") == Self.at("14:00") && due("14:00") == nil)
        _ = try work.start(now("09:00"), window: window)
        #expect(due("09:00") == Self.at("16:00") && due("17:00") == Self.at("16:00"))
        #expect(try end(&work, now("12:00")) && due("12:00") == nil)
        work = self.work
        work.riderId = nil
        #expect(due("07:59") == nil)
    }

    @Test func `work is summed by person, week and month`() throws {
        func shift(_ day: String, _ hours: Int64, isLate: Bool = false) -> Work {
            var work = work
            (work.date, work.isLate) = (day, isLate)
            if hours > 0 {
                (work.actualStart, work.actualEnd) = (work.startAt, work.startAt.advanced(by: .hours(hours)))
            }
            return work
        }
        var open = work
        open.riderId = nil
        let shifts = [shift("2026-06-28", 5), shift("2026-06-30", 4, isLate: true), shift("2026-07-01", 0), open]
        let weeks = WorkedHours.sums(of: shifts, by: .week)
        #expect(weeks.map(\.period) == ["2026-06-22", "2026-06-29"])
        #expect(weeks.map(\.worked) == [.hours(5), .hours(4)] && weeks.map(\.punctuality) == [1, 0])
        #expect(WorkedHours.sums(of: shifts, by: .month).map(\.period) == ["2026-06-01", "2026-07-01"])
        let all = WorkedHours.sums(of: shifts, by: .all)
        let csv = String(decoding: WorkedHours.csv(all), as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(csv.first == "rider,name,period,shifts,planned,worked,begun,late,left early,confirmed")
        #expect(csv.dropFirst() == ["ana,Ana,,3,15.00,9.00,2,1,0,3"])
    }
}
