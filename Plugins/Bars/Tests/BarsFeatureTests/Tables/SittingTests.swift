import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// What is taken of a shift, held against a model that only adds up.
struct SittingTests {
    private struct Model {
        var parties: [String: Int64] = [:]
        var waiting = 0
        var taken: Int64 { parties.values.reduce(0, +) }
    }

    private func space(_ capacity: Int64, _ tables: [Table] = [], overbooking: Int64 = 0) -> Space {
        var bar = Bar.some
        (bar.capacity, bar.tables) = (tables.isEmpty ? capacity : tables.reduce(0) { $0 + $1.seats }, tables)
        return Space(bar, overbooking: overbooking)
    }

    private var sitting: Sitting {
        Sitting(bar: "b", date: "2026-11-23", shift: "dinner-1", starts: Timestamp(nanoseconds: 0))
    }

    @Test func whatIsNoWholeSeatIsNotOverbooked() {
        #expect(space(10, overbooking: 0).limit == 10)
        #expect(space(10, overbooking: 19).limit == 11)
        #expect(space(9, overbooking: 50).limit == 13)
        #expect(space(1, overbooking: 50).limit == 1)
    }

    @Test func nothingIsGivenBackTwice() throws {
        var one = sitting
        one.takes("a", 4, in: space(4))
        one.takes("b", 1, in: space(4), not: true)
        try one.release("a", 4, in: space(4))
        #expect(one == sitting)
        let problem = #expect(throws: SittingProblem.self) { try one.release("a", 4, in: space(4)) }
        #expect(problem?.description == "a gives back 4 in b/2026-11-23/dinner-1, and had none")
        #expect(one == sitting)
        #expect(
            throws: SittingProblem(description: "somebody leaves the line of b/2026-11-23/dinner-1, and nobody waits")
        ) {
            try one.leave()
        }
        let plan = space(0, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)])
        one.takes("a", 4, in: plan)
        one.takes("b", 4, in: plan)
        try one.release("a", 4, in: plan)
        #expect(throws: SittingProblem.self) { try one.release("a", 4, in: plan) }
        #expect(one.tables(of: "b") == ["2"])
    }

    @Test func aPartyOfNobodyTakesNothing() {
        var one = sitting
        for people: Int64 in [0, -1, .min] {
            one.takes("a", people, in: space(4), not: true)
        }
        one.takes("a", .max, in: space(4), not: true)
        #expect(one == sitting)
    }

    /// Everybody is moved for one more, who would not fit otherwise.
    @Test func allAreSeatedAnewBeforeAnybodyIsRefused() {
        let plan = space(0, [Table(id: "two", seats: 2), Table(id: "four", seats: 4)])
        var one = sitting
        one.takes("first", 2, in: plan)
        one.takes("second", 2, in: plan)
        #expect(one.tables(of: "second") == ["four"])
        one.takes("third", 1, in: plan, not: true)
        let joined = space(
            0,
            [
                Table(id: "a", seats: 2, joins: ["b"]), Table(id: "b", seats: 2, joins: ["c"]),
                Table(id: "c", seats: 2), Table(id: "d", seats: 2),
            ])
        one = sitting
        // In the middle of the three that a party of six takes: it has to move.
        one.takes("x", 2, in: joined)
        #expect(one.tables(of: "x") == ["a"])
        one.takes("six", 6, in: joined)
        #expect(one.tables(of: "six") == ["a", "b", "c"])
        #expect(one.tables(of: "x") == ["d"])
        #expect(one.taken == 8)
    }

    @Test func whoIsOneTooManyHasNoTableUntilSomebodyGoes() throws {
        let plan = space(0, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)], overbooking: 50)
        var one = sitting
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
        var one = sitting
        one.takes("a", 8, in: space(10))
        one.takes("b", 2, in: space(10))
        #expect(try one.resize("a", from: 8, to: 6, in: space(5)))
        #expect(one.taken == 8)
        #expect(try !one.resize("a", from: 6, to: 7, in: space(5)))
        #expect(one.taken == 8)
    }

    @Test(arguments: [Int64(0), 7, 50]) func itAddsUpWhateverComesAndGoes(overbooking: Int64) throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = Dice(seed: seed)
        for round in 0..<120 {
            let tables = round % 2 == 0 ? [] : SeatingTests.plan(&random, tables: 2...8)
            let space = space(.random(in: 1...30, using: &random), tables, overbooking: overbooking)
            let what: Comment = "seed \(seed), round \(round): \(space)"
            var (sitting, model) = (self.sitting, Model())
            for step in 0..<60 {
                let (booking, people) = ("p\(step)", Int64.random(in: 1...8, using: &random))
                let one = model.parties.keys.sorted().randomElement(using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0...2:
                    let hasRoom = sitting.hasRoom(for: people, in: space)
                    let isTaken = sitting.take(booking, people, in: space)
                    #expect(isTaken == hasRoom, what)
                    if tables.isEmpty { #expect(isTaken == (model.taken + people <= space.limit), what) }
                    if isTaken { model.parties[booking] = people }
                case 3:
                    guard let one, let had = model.parties.removeValue(forKey: one) else { continue }
                    try sitting.release(one, had, in: space)
                case 4:
                    guard let one, let had = model.parties[one] else { continue }
                    let before = sitting
                    if try sitting.resize(one, from: had, to: people, in: space) {
                        model.parties[one] = people
                    } else {
                        #expect(sitting == before && people > had, what)
                    }
                default:
                    if model.waiting > 0, Bool.random(using: &random) {
                        try sitting.leave()
                        model.waiting -= 1
                    } else {
                        let last = sitting.line
                        let place = sitting.wait()
                        #expect(place == last + 1)
                        model.waiting += 1
                    }
                }
                #expect(sitting.taken == model.taken && sitting.taken <= space.limit, what)
                #expect(sitting.waiting == Int64(model.waiting), what)
                check(sitting, model, space, tables, what)
            }
            sitting.sum(in: space)
            let largest = sitting.largest(in: space)
            if largest > 0 { #expect(sitting.hasRoom(for: largest, in: space), what) }
            if largest < 500 { #expect(!sitting.hasRoom(for: largest + 1, in: space), what) }
            for (booking, people) in model.parties { try sitting.release(booking, people, in: space) }
            #expect(sitting.taken == 0 && sitting.parties.isEmpty, what)
        }
    }

    private func check(_ sitting: Sitting, _ model: Model, _ space: Space, _ tables: [Table], _ what: Comment) {
        guard !tables.isEmpty else {
            #expect(sitting.parties.isEmpty, what)
            return
        }
        #expect(Dictionary(sitting.parties.map { ($0.booking, $0.people) }) { $0 + $1 } == model.parties, what)
        let seated = sitting.parties.filter { !$0.tables.isEmpty }
        SeatingTests.check(seated.map(\.tables), seated.map(\.people), tables, what.rawValue)
        let standing = sitting.parties.filter(\.tables.isEmpty).reduce(0) { $0 + $1.people }
        #expect(standing <= space.extra, what)
    }

    @Test func itIsKeptAsItIs() {
        expectShapeAgrees(Sitting.self)
        expectShapeAgrees(Sitting.Seated.self)
    }
}

extension Bar {
    static let some = Bar(
        name: "La Pepita", capacity: 10, type: "fast", location: GeoPoint(lat: 41.4, lon: 2.16), owner: ada.key ?? "",
        made: Timestamp(nanoseconds: 0))
}

extension Sitting {
    fileprivate mutating func takes(
        _ booking: String, _ people: Int64, in space: Space, not isRefused: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isTaken = take(booking, people, in: space)
        #expect(isTaken == !isRefused, sourceLocation: sourceLocation)
    }
}
