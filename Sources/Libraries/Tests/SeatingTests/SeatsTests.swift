import LibraryTestSupport
import Seating
import Testing

/// What is taken of the seats, held against a model that only adds up.
struct SeatsTests {
    private struct Model {
        var parties: [String: Int] = [:]
        var taken: Int { parties.values.reduce(0, +) }
    }

    private func makePlan(_ capacity: Int, _ tables: [Table] = [], overbooking: Int = 0) -> SeatingPlan {
        SeatingPlan(capacity: tables.isEmpty ? capacity : tables.seats, tables: tables, overbooking: overbooking)
    }

    @Test func whatIsNoWholeSeatIsNotOverbooked() {
        #expect(makePlan(10, overbooking: 0).limit == 10)
        #expect(makePlan(10, overbooking: 19).limit == 11)
        #expect(makePlan(9, overbooking: 50).limit == 13)
        #expect(makePlan(1, overbooking: 50).limit == 1)
    }

    @Test func nothingIsGivenBackTwice() throws {
        var one = Seats()
        one.takes("a", 4, in: makePlan(4))
        one.takes("b", 1, in: makePlan(4), not: true)
        try one.release("a", 4, in: makePlan(4))
        #expect(one == Seats())
        let problem = #expect(throws: SeatsProblem.self) { try one.release("a", 4, in: makePlan(4)) }
        #expect(problem?.description == "a gives back 4 seats, and has none")
        #expect(one == Seats())
        let plan = makePlan(0, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)])
        one.takes("a", 4, in: plan)
        one.takes("b", 4, in: plan)
        try one.release("a", 4, in: plan)
        #expect(throws: SeatsProblem.self) { try one.release("a", 4, in: plan) }
        #expect(one.tables(of: "b") == ["2"])
    }

    @Test func aPartyOfNobodyTakesNothing() {
        var one = Seats()
        for people: Int in [0, -1, .min] {
            one.takes("a", people, in: makePlan(4), not: true)
        }
        one.takes("a", .max, in: makePlan(4), not: true)
        #expect(one == Seats())
    }

    /// Everybody is moved for one more, who would not fit otherwise.
    @Test func allAreSeatedAgainBeforeAnybodyIsRefused() {
        let plan = makePlan(0, [Table(id: "two", seats: 2), Table(id: "four", seats: 4)])
        var one = Seats()
        one.takes("first", 2, in: plan)
        one.takes("second", 2, in: plan)
        #expect(one.tables(of: "second") == ["four"])
        one.takes("third", 1, in: plan, not: true)
        let joined = makePlan(
            0,
            [
                Table(id: "a", seats: 2, joins: ["b"]), Table(id: "b", seats: 2, joins: ["c"]),
                Table(id: "c", seats: 2), Table(id: "d", seats: 2),
            ])
        one = Seats()
        // In the middle of the three that a party of six takes: it has to move.
        one.takes("x", 2, in: joined)
        #expect(one.tables(of: "x") == ["a"])
        one.takes("six", 6, in: joined)
        #expect(one.tables(of: "six") == ["a", "b", "c"])
        #expect(one.tables(of: "x") == ["d"])
        #expect(one.taken == 8)
    }

    @Test func whoIsOneTooManyHasNoTableUntilSomebodyGoes() throws {
        let plan = makePlan(0, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)], overbooking: 50)
        var one = Seats()
        for booking in ["a", "b", "c"] { one.takes(booking, 4, in: plan) }
        #expect(one.tables(of: "c") == [])
        #expect(one.taken == 12)
        one.takes("d", 1, in: plan, not: true)
        // There is no table for five, so nobody stands for one.
        try one.release("c", 4, in: plan)
        one.takes("e", 5, in: plan, not: true)
        one.takes("c", 3, in: plan)
        try one.release("a", 4, in: plan)
        #expect(one.tables(of: "c") == ["1"])
    }

    @Test func fewerAreWelcomeAlsoWhereThereIsTooLittleByNow() throws {
        var one = Seats()
        one.takes("a", 8, in: makePlan(10))
        one.takes("b", 2, in: makePlan(10))
        #expect(try one.resize("a", from: 8, to: 6, in: makePlan(5)))
        #expect(one.taken == 8)
        #expect(try !one.resize("a", from: 6, to: 7, in: makePlan(5)))
        #expect(one.taken == 8)
    }

    @Test(arguments: [Int(0), 7, 50]) func itAddsUpWhateverComesAndGoes(overbooking: Int) throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        for round in 0..<120 {
            let tables = round % 2 == 0 ? [] : TablePlannerTests.plan(&random, tables: 2...8)
            let plan = makePlan(.random(in: 1...30, using: &random), tables, overbooking: overbooking)
            let what: Comment = "seed \(seed), round \(round): \(plan)"
            var (seats, model) = (Seats(), Model())
            for step in 0..<60 {
                let (booking, people) = ("p\(step)", Int.random(in: 1...8, using: &random))
                let one = model.parties.keys.sorted().randomElement(using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0...2:
                    let hasRoom = seats.hasRoom(for: people, in: plan)
                    let isTaken = seats.take(booking, people, in: plan)
                    #expect(isTaken == hasRoom, what)
                    if tables.isEmpty { #expect(isTaken == (model.taken + people <= plan.limit), what) }
                    if isTaken { model.parties[booking] = people }
                case 3:
                    guard let one, let had = model.parties.removeValue(forKey: one) else { continue }
                    try seats.release(one, had, in: plan)
                case 4:
                    guard let one, let had = model.parties[one] else { continue }
                    let before = seats
                    if try seats.resize(one, from: had, to: people, in: plan) {
                        model.parties[one] = people
                    } else {
                        #expect(seats == before && people > had, what)
                    }
                default:
                    let parties = model.parties.sorted { $0.key < $1.key }.map { (booking: $0.key, people: $0.value) }
                    let before = seats
                    if !seats.reseat(parties, in: plan).isEmpty { seats = before }
                }
                #expect(seats.taken == model.taken && seats.taken <= plan.limit, what)
                check(seats, model, plan, tables, what)
            }
            let largest = seats.largestParty(in: plan)
            if largest > 0 { #expect(seats.hasRoom(for: largest, in: plan), what) }
            if largest < 500 { #expect(!seats.hasRoom(for: largest + 1, in: plan), what) }
            for (booking, people) in model.parties { try seats.release(booking, people, in: plan) }
            #expect(seats.taken == 0 && seats.parties.isEmpty, what)
        }
    }

    private func check(_ seats: Seats, _ model: Model, _ plan: SeatingPlan, _ tables: [Table], _ what: Comment) {
        guard !tables.isEmpty else {
            #expect(seats.parties.isEmpty, what)
            return
        }
        #expect(Dictionary(seats.parties.map { ($0.booking, $0.people) }) { $0 + $1 } == model.parties, what)
        let seated = seats.parties.filter { !$0.tables.isEmpty }
        TablePlannerTests.check(seated.map(\.tables), seated.map(\.people), tables, "\(what)")
        let standing = seats.parties.filter(\.tables.isEmpty).reduce(0) { $0 + $1.people }
        #expect(standing <= plan.extra, what)
    }

    @Test func wrongPlansAreToldInWords() {
        let plan = [
            Table(id: "1", seats: 2, joins: ["2", "1"]), Table(id: "1", seats: 2), Table(id: " ", seats: 1, least: 2),
        ]
        #expect(
            plan.problems == [
                "several are called \"1\"", "\"1\" joins \"2\", which is no table here",
                "\"1\" can't be joined with itself", "one is called nothing that can be read",
                "\" \" is for 2 at least, and has 1 seats",
            ])
    }
}

extension Seats {
    fileprivate mutating func takes(
        _ booking: String, _ people: Int, in plan: SeatingPlan, not isRefused: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isTaken = take(booking, people, in: plan)
        #expect(isTaken == !isRefused, sourceLocation: sourceLocation)
    }
}
