import FeatureKit
import Learning
import LibraryTestSupport
import Testing

@Suite struct LearningTests {
    private func at(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

    private func question(_ id: String, right: Int = 1) -> Question {
        Question(id: id, text: "?", answers: ["a", "b"], right: right)
    }

    @Test func `each attempt draws other questions of the pool, so many and as often as it may`() throws {
        let quiz = Quiz(pool: (0..<40).map { question("q\($0)") }, draw: 5, attempts: 3)
        try quiz.check()
        for seed in SeededRandom.seeds(20) {
            var random = SeededRandom(seed: seed)
            let drawn = try (0..<3).map { try quiz.questions(after: $0, using: &random) }
            #expect(drawn.allSatisfy { $0.count == 5 && Set($0.map(\.id)).count == 5 }, "seed \(seed)")
            #expect(drawn.joined().allSatisfy(quiz.pool.contains), "seed \(seed)")
            // Three times the same of 40 is less likely than one in a billion.
            #expect(Set(drawn.map { $0.map(\.id) }).count > 1, "seed \(seed)")
            #expect(throws: QuizRefusal.noMoreAttempts(most: 3)) { try quiz.questions(after: 3, using: &random) }
        }
        var random = SeededRandom(seed: 1)
        #expect(try Quiz(pool: [question("a")], draw: 5).questions(after: 0, using: &random) == [question("a")])
    }

    @Test func `answers have points for what is right, and what is asked does not tell it`() {
        let questions = [question("a"), question("b", right: 0), question("c")]
        #expect(questions.score(of: ["a": 1, "b": 0, "c": 1]) == 100)
        #expect(questions.score(of: ["a": 1, "b": 1, "other": 1]) == 33)
        #expect(questions.score(of: [:]) == 0 && [Question]().score(of: ["a": 1]) == 0)
        #expect(questions.asked.map(\.id) == ["a", "b", "c"] && questions.asked[0].answers == ["a", "b"])
        #expect(!questions.asked[0].json.contains("right"))
    }

    @Test func `a quiz is refused with all that is wrong`() {
        let quiz = Quiz(pool: [question("a", right: 2), question("b"), question("b", right: 7)])
        let problems = "\"a\" has no such right answer; \"b\" has no such right answer; an id stands there twice"
        #expect(throws: QuizRefusal.wrong(problems: problems)) { try quiz.check() }
    }

    @Test func `progress follows from what was done, each lesson once`() {
        var work = CourseWork()
        #expect(work.progress(in: []).completedAt == nil && work.progress(in: ["a"]).lastAt == nil)
        work.note("b", at: at(1))
        work.note("b", isFinished: true, score: 40, at: at(2))
        work.note("b", isFinished: true, score: 90, at: at(4))
        work.note("b", score: 10, at: at(3))
        #expect(work.lessons["b"] == LessonWork(openedAt: at(1), lastAt: at(4), finishedAt: at(2), score: 90))
        var progress = work.progress(in: ["a", "b"])
        #expect(progress.finished == ["b"] && progress.completedAt == nil && progress.score == 90)
        #expect(progress.openedAt == at(1) && progress.lastAt == at(4))
        work.note("a", isFinished: true, score: 51, at: at(9))
        progress = work.progress(in: ["a", "b"])
        #expect(progress.finished == ["a", "b"] && progress.completedAt == at(9) && progress.score == 70)
        #expect(work.progress(in: ["b"]).completedAt == at(2) && work.progress(in: ["b"]).score == 90)
    }

    @Test func `a completed course stays completed, and removed lessons count for nothing`() throws {
        var work = CourseWork()
        work.note("a", isFinished: true, score: 50, at: at(1))
        #expect(work.changed(from: ["a", "b"], to: ["a", "b", "c"]) == nil)
        work.note("b", isFinished: true, at: at(2))
        work.note("c", isFinished: true, at: at(3))
        work = try #require(work.changed(from: ["a", "b", "c"], to: ["b", "c", "d"]))
        #expect(work.changed(from: ["b", "c", "d"], to: ["d", "c", "b"]) == nil)
        work.note("d", isFinished: true, at: at(8))
        let progress = work.progress(in: ["b", "c", "d"])
        #expect(progress.completedAt == at(3) && progress.score == 0 && work.lessons.keys.sorted() == ["b", "c", "d"])
    }

    @Test func `lessons open one after the other, and what was finished stays open`() throws {
        var work = CourseWork()
        func opened(_ lessons: [String]) -> [String] { lessons.filter(work.progress(in: lessons).opens) }
        #expect(opened(["a", "b", "c"]) == ["a"])
        work.note("a", isFinished: true, at: at(1))
        work.note("b", at: at(2))
        #expect(opened(["a", "b", "c"]) == ["a", "b"])
        #expect(opened(["new", "a", "b"]) == ["new", "a"])
        work = try #require(work.changed(from: ["a"], to: ["new", "a"]))
        #expect(opened(["new", "a", "b"]) == ["new", "a", "b"])
    }

    @Test func `courses that would require themselves are found, also where others do already`() {
        let known = ["a": ["b", "c"], "b": ["d"], "c": [], "x": ["y"], "y": ["x"]]
        func lead(_ from: [String], _ goal: String) -> Bool {
            Prerequisites.lead(from: from, to: goal) { known[$0] ?? [] }
        }
        #expect(lead(["a"], "a") && lead(["c", "a"], "d") && !lead(["d", "c"], "a"))
        #expect(lead(["x"], "y") && !lead(["x", "a"], "z") && !lead([], "a"))
    }
}
