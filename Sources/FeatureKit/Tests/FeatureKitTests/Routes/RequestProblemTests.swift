import Testing

@testable import FeatureKit

/// What is wrong with the fields of a request, in a refusal.
@Suite struct RequestProblemTests {
    private let path = ValuePath([.member("prices"), .element(2)])

    private func refusal(_ problems: [RequestProblem]) -> RouteError? {
        do throws(RouteError) { try problems.refuse() } catch { return error }
        return nil
    }

    @Test func `a refusal tells the problems in its detail and in its errors`() {
        let problems = [
            RequestProblem("name", "it is empty"), RequestProblem(at: path, "it is less than nothing"),
            RequestProblem(at: ValuePath(), "it makes no sense"),
        ]
        let refusal = refusal(problems)
        #expect(refusal?.code == "invalid" && refusal?.status == 400)
        #expect(refusal?.detail == "name: it is empty; prices[2]: it is less than nothing; it makes no sense")
        #expect(refusal?.errors == problems)
        #expect(refusal == .invalid(problems))
        #expect(RouteError.invalid("no").errors.isEmpty)
    }

    @Test func `no problem is no refusal`() throws {
        try [RequestProblem]().refuse()
        try [String]().refuse(in: "file")
    }

    @Test(arguments: [20, 21, 75]) func `the first twenty are told`(count: Int) {
        let problems = (0..<count).map { RequestProblem("a\($0)", "odd") }
        let refusal = refusal(problems)
        let more = count > 20 ? "; and \(count - 20) more" : ""
        #expect(refusal?.detail == (0..<20).map { "a\($0): odd" }.joined(separator: "; ") + more)
        #expect(refusal?.errors == Array(problems.prefix(20)))
    }

    @Test func `a long message is whole in the detail and cut among the errors`() {
        let long = String(repeating: "\u{1F6A9}", count: 1_001)
        let refusal = refusal([RequestProblem("name", long)])
        #expect(refusal?.detail == "name: \(long)")
        #expect(refusal?.errors.map(\.message) == [String(long.dropLast())])
    }

    @Test func `what does not fit a shape is told with its place and what was meant`() {
        let problems = Shape.list(of: .choice(["red", "green"])).problems(in: ["red", "gren"])
        let told = problems.map { RequestProblem($0, at: ValuePath([.member("colours")])) }
        #expect(
            told.map(\.description) == [
                "colours[1]: must be one of \"red\", \"green\", not \"gren\"; did you mean \"green\"?"
            ])
        #expect(problems.map { RequestProblem($0).description } == problems.map(\.description))
    }

    @Test func `sentences about what a field holds stand in the detail as they are`() {
        let refusal = #expect(throws: RouteError.self) { try ["line 2: odd", "line 3: odd"].refuse(in: "file") }
        #expect(refusal?.detail == "line 2: odd; line 3: odd")
        #expect(refusal?.errors == [RequestProblem("file", "line 2: odd"), RequestProblem("file", "line 3: odd")])
    }
}
