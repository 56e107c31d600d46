import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Testing

@testable import BarsFeature

/// What is taken of a shift, held against a model that only adds up.
struct ShiftDayTests {
    private struct Model {
        var parties: [ID<Booking>: Int] = [:]
        var waiting = 0
        var taken: Int { parties.values.reduce(0, +) }
    }

    private func makePlan(_ capacity: Int, _ tables: [Table] = [], overbooking: Int = 0) -> SeatingPlan {
        var bar = Bar.some
        (bar.capacity, bar.tables) = (tables.isEmpty ? capacity : tables.reduce(0) { $0 + $1.seats }, tables)
        return SeatingPlan(bar, overbooking: overbooking)
    }

    private var shiftDay: ShiftDay {
        ShiftDay(bar: ID("b"), date: "2026-11-23", shift: "dinner-1", starts: Timestamp(nanoseconds: 0))
    }

    @Test func whatIsNoWholeSeatIsNotOverbooked() {
        #expect(makePlan(10, overbooking: 0).limit == 10)
        #expect(makePlan(10, overbooking: 19).limit == 11)
        #expect(makePlan(9, overbooking: 50).limit == 13)
        #expect(makePlan(1, overbooking: 50).limit == 1)
    }

    @Test func nothingIsGivenBackTwice() throws {
        var one = shiftDay
        one.takes("a", 4, in: makePlan(4))
        one.takes("b", 1, in: makePlan(4), not: true)
        try one.release(ID("a"), 4, in: makePlan(4))
        #expect(one == shiftDay)
        let problem = #expect(throws: ShiftDayProblem.self) { try one.release(ID("a"), 4, in: makePlan(4)) }
        #expect(problem?.description == "a gives back 4 in b/2026-11-23/dinner-1, and has none")
        #expect(one == shiftDay)
        #expect(
            throws: ShiftDayProblem(
                description: "the wait list of b/2026-11-23/dinner-1 is empty, and a party leaves it")
        ) {
            try one.removeFromWaitList()
        }
        let plan = makePlan(0, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)])
        one.takes("a", 4, in: plan)
        one.takes("b", 4, in: plan)
        try one.release(ID("a"), 4, in: plan)
        #expect(throws: ShiftDayProblem.self) { try one.release(ID("a"), 4, in: plan) }
        #expect(one.tables(of: ID("b")) == ["2"])
    }

    @Test func aPartyOfNobodyTakesNothing() {
        var one = shiftDay
        for people: Int in [0, -1, .min] {
            one.takes("a", people, in: makePlan(4), not: true)
        }
        one.takes("a", .max, in: makePlan(4), not: true)
        #expect(one == shiftDay)
    }

    /// Everybody is moved for one more, who would not fit otherwise.
    @Test func allAreSeatedAgainBeforeAnybodyIsRefused() {
        let plan = makePlan(0, [Table(id: "two", seats: 2), Table(id: "four", seats: 4)])
        var one = shiftDay
        one.takes("first", 2, in: plan)
        one.takes("second", 2, in: plan)
        #expect(one.tables(of: ID("second")) == ["four"])
        one.takes("third", 1, in: plan, not: true)
        let joined = makePlan(
            0,
            [
                Table(id: "a", seats: 2, joins: ["b"]), Table(id: "b", seats: 2, joins: ["c"]),
                Table(id: "c", seats: 2), Table(id: "d", seats: 2),
            ])
        one = shiftDay
        // In the middle of the three that a party of six takes: it has to move.
        one.takes("x", 2, in: joined)
        #expect(one.tables(of: ID("x")) == ["a"])
        one.takes("six", 6, in: joined)
        #expect(one.tables(of: ID("six")) == ["a", "b", "c"])
        #expect(one.tables(of: ID("x")) == ["d"])
        #expect(one.taken == 8)
    }

    @Test func whoIsOneTooManyHasNoTableUntilSomebodyGoes() throws {
        let plan = makePlan(0, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)], overbooking: 50)
        var one = shiftDay
        for booking in ["a", "b", "c"] { one.takes(booking, 4, in: plan) }
        #expect(one.tables(of: ID("c")) == [])
        #expect(one.taken == 12)
        one.takes("d", 1, in: plan, not: true)
        // There is no table for five, so nobody stands for one.
        try one.release(ID("c"), 4, in: plan)
        one.takes("e", 5, in: plan, not: true)
        one.takes("c", 3, in: plan)
        try one.release(ID("a"), 4, in: plan)
        #expect(one.tables(of: ID("c")) == ["1"])
    }

    @Test func fewerAreWelcomeAlsoWhereThereIsTooLittleByNow() throws {
        var one = shiftDay
        one.takes("a", 8, in: makePlan(10))
        one.takes("b", 2, in: makePlan(10))
        #expect(try one.resize(ID("a"), from: 8, to: 6, in: makePlan(5)))
        #expect(one.taken == 8)
        #expect(try !one.resize(ID("a"), from: 6, to: 7, in: makePlan(5)))
        #expect(one.taken == 8)
    }

    @Test(arguments: [Int(0), 7, 50]) func itAddsUpWhateverComesAndGoes(overbooking: Int) throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        for round in 0..<120 {
            let tables = round % 2 == 0 ? [] : Plans.plan(&random, tables: 2...8)
            let plan = makePlan(.random(in: 1...30, using: &random), tables, overbooking: overbooking)
            let what: Comment = "seed \(seed), round \(round): \(plan)"
            var (shiftDay, model) = (self.shiftDay, Model())
            for step in 0..<60 {
                let (booking, people) = (ID<Booking>("p\(step)"), Int.random(in: 1...8, using: &random))
                let one = model.parties.keys.sorted().randomElement(using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0...2:
                    let hasRoom = shiftDay.hasRoom(for: people, in: plan)
                    let isTaken = shiftDay.take(booking, people, in: plan)
                    #expect(isTaken == hasRoom, what)
                    if tables.isEmpty { #expect(isTaken == (model.taken + people <= plan.limit), what) }
                    if isTaken { model.parties[booking] = people }
                case 3:
                    guard let one, let had = model.parties.removeValue(forKey: one) else { continue }
                    try shiftDay.release(one, had, in: plan)
                case 4:
                    guard let one, let had = model.parties[one] else { continue }
                    let before = shiftDay
                    if try shiftDay.resize(one, from: had, to: people, in: plan) {
                        model.parties[one] = people
                    } else {
                        #expect(shiftDay == before && people > had, what)
                    }
                default:
                    if model.waiting > 0, Bool.random(using: &random) {
                        try shiftDay.removeFromWaitList()
                        model.waiting -= 1
                    } else {
                        let last = shiftDay.waitListNumber
                        let place = shiftDay.addToWaitList()
                        #expect(place == last + 1)
                        model.waiting += 1
                    }
                }
                #expect(shiftDay.taken == model.taken && shiftDay.taken <= plan.limit, what)
                #expect(shiftDay.waiting == Int(model.waiting), what)
                check(shiftDay, model, plan, tables, what)
            }
            shiftDay.updateLargestParty(in: plan)
            let largest = shiftDay.largestParty(in: plan)
            if largest > 0 { #expect(shiftDay.hasRoom(for: largest, in: plan), what) }
            if largest < 500 { #expect(!shiftDay.hasRoom(for: largest + 1, in: plan), what) }
            for (booking, people) in model.parties { try shiftDay.release(booking, people, in: plan) }
            #expect(shiftDay.taken == 0 && shiftDay.parties.isEmpty, what)
        }
    }

    private func check(_ shiftDay: ShiftDay, _ model: Model, _ plan: SeatingPlan, _ tables: [Table], _ what: Comment) {
        guard !tables.isEmpty else {
            #expect(shiftDay.parties.isEmpty, what)
            return
        }
        #expect(Dictionary(shiftDay.parties.map { ($0.booking, $0.people) }) { $0 + $1 } == model.parties, what)
        let seated = shiftDay.parties.filter { !$0.tables.isEmpty }
        Plans.check(seated, tables, what)
        let standing = shiftDay.parties.filter(\.tables.isEmpty).reduce(0) { $0 + $1.people }
        #expect(standing <= plan.extra, what)
    }

    @Test func itIsKeptAsItIs() {
        expectShapeAgrees(ShiftDay.self)
        expectShapeAgrees(SeatedParty.self)
    }
}

extension ShiftDay {
    fileprivate mutating func takes(
        _ booking: String, _ people: Int, in plan: SeatingPlan, not isRefused: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isTaken = take(ID(booking), people, in: plan)
        #expect(isTaken == !isRefused, sourceLocation: sourceLocation)
    }
}
