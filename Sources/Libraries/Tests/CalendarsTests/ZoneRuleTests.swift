import Testing

@testable import Calendars

struct ZoneRuleTests {
    private func rule(_ text: String) -> ZoneRule? { ZoneRule(Array(text.utf8)) }

    @Test func whatItSaysIsRead() {
        #expect(rule("<+0545>-5:45") == ZoneRule(standard: 20_700, summer: nil))
        #expect(rule("EST5") == ZoneRule(standard: -18_000, summer: nil))
        #expect(
            rule("CET-1CEST,M3.5.0,M10.5.0/3")
                == ZoneRule(
                    standard: 3_600,
                    summer: .init(
                        offset: 7_200,
                        begins: .init(date: .weekday(0, week: 5, month: 3), time: 7_200),
                        ends: .init(date: .weekday(0, week: 5, month: 10), time: 10_800))))
        // Half an hour of summer; winter as summer; hours before the day and after it.
        #expect(rule("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")?.summer?.offset == 39_600)
        #expect(rule("IST-1GMT0,M10.5.0,M3.5.0/1")?.summer?.offset == 0)
        #expect(rule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")?.summer?.begins.time == -3_600)
        #expect(rule("IST-2IDT,M3.4.4/26,M10.5.0")?.summer?.begins.time == 93_600)
        #expect(rule("AAA+3:30:15BBB,J60/-167:59:59,365/167")?.standard == -12_615)
        #expect(rule("AAA3BBB,J60,365")?.summer?.begins.date == .common(60))
        #expect(rule("AAA3BBB,J60,365")?.summer?.ends.date == .counted(365))
    }

    @Test(arguments: [
        "", "CET", "C-1", "-1", "CET-", "CET-1 ", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
        "CET-1CEST,M3.5.0,M10.5.0/", "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1CEST,M0.5.0,M10.5.0",
        "CET-1CEST,M13.5.0,M1.1.1",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365",
        "CET-1CEST,J1,J366", "CET-1CEST,0,366", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-26", "CET-1:60", "CET-1:00:60",
        "<CET-1", "<+1>-1", "<+0é>-1", "CET-99999999999999999999", "CET-1CEST-26,M3.5.0,M10.5.0", "CET--1", "Zürich-1",
        "CET-1CEST,M3.5.0,M10.5.0,M10.5.0", "CET25", "CET-1CEST,M003.5.0000,M10.5.0", "CET-1\0",
    ])
    func whatCantBeFollowedIsNoRule(_ text: String) { #expect(rule(text) == nil) }

    @Test func aTextIsNoLongerThanItMayBe() {
        let name = String(repeating: "A", count: ZoneRule.mostBytes - 2)
        #expect(rule("\(name)-1") != nil)
        #expect(rule("\(name)A-1") == nil)
    }

    @Test func the29thOfFebruaryCountsOrNot() throws {
        let march = 1_709_251_200  // 2024-03-01T00:00:00Z
        let common = try #require(rule("AAA0BBB,J60/0,J300"))
        #expect(common.offset(at: march - 1) == 0 && common.offset(at: march) == 3_600)
        let counted = try #require(rule("AAA0BBB,59/0,J300"))
        #expect(counted.offset(at: march - 86_401) == 0 && counted.offset(at: march - 86_400) == 3_600)
    }

    @Test func summerMayLastAllYear() throws {
        // As RFC 9636 has it: the next one begins in the second in which one ends.
        let always = try #require(rule("XXX3EDT4,0/0,J365/23"))
        for second in stride(from: 1_600_000_000, to: 1_800_000_000, by: 100_000) {
            #expect(always.offset(at: second) == -4 * 3_600)
        }
    }

    @Test func hoursCarryIntoAnotherYear() throws {
        let early = try #require(rule("AAA0BBB,0/-24,J100/0"))
        let newYear = 1_767_225_600  // 2026-01-01T00:00:00Z
        #expect(early.offset(at: newYear - 86_401) == 0)
        #expect(early.offset(at: newYear - 86_400) == 3_600)
        #expect(early.transitions(in: newYear - 90_000...newYear) == [newYear - 86_400])
        let late = try #require(rule("AAA0BBB,J200/0,J365/167"))
        #expect(late.offset(at: newYear) == 3_600)
        #expect(late.offset(at: newYear + 6 * 86_400) == 0)
    }
}
