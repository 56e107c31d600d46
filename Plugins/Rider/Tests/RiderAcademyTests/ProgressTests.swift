import FeatureKit
import FeatureTestKit
import Learning
import LibraryTestSupport
import Testing

@testable import RiderAcademy
@testable import RiderFeature

/// Progress is what counting gives, whatever happens in whichever order, and more than once.
@Suite(.timeLimit(.minutes(2))) struct ProgressTests {
    @Test func `progress is what counting gives`() async throws {
        let begin = try #require(Timestamp("2026-01-19T09:00:00Z"))
        let runs = Lock<[(done: Int, refused: Int, completions: Int)]>([])
        for seed in SeededRandom.seeds(6) {
            try await withFeature(Rider.self, settings: .init(), clock: TestClock(now: begin)) { probe in
                var events = RandomEvents(probe, seed)
                try await events.begin()
                for _ in 0..<300 {
                    try await events.go()
                    try await events.check()
                }
                let told = (events.done, events.refused, events.completions)
                runs.withLock { $0.append(told) }
            }
        }
        let all = runs.withLock { $0 }
        // Enough of each kind happened for the comparison to mean something.
        #expect(all.allSatisfy { $0.done > 10 && $0.refused > 5 }, "\(all)")
        #expect(all.map(\.completions).reduce(0, +) >= all.count / 2, "\(all)")
    }
}

private let staff = Caller.user("accounts:eve", roles: ["staff"])

/// Two courses, of which one requires the other, and three riders.
private struct RandomEvents {
    let probe: Probe
    let seed: UInt64
    var random: SeededRandom
    var log = EventLog()
    let users = ["accounts:ana", "accounts:leo", "accounts:zoe"]
    var courses: [String] = []
    /// All lessons that there ever were.
    var known: [String] = []
    /// The attempts that were begun, and what passes them.
    var attempts: [(user: String, lesson: String, attempt: Attempt.View, passMark: Int, isOver: Bool)] = []
    var (done, refused) = (0, 0)

    init(_ probe: Probe, _ seed: UInt64) {
        (self.probe, self.seed) = (probe, seed)
        random = SeededRandom(seed: seed)
    }

    var completions: Int {
        users.flatMap { user in courses.filter { log.completedAt(user, $0) != nil } }.count
    }

    mutating func begin() async throws {
        let base = try await probe.call(AcademyService.courseAddRoute, .init(title: "A"), as: staff)
        let main = try await probe.call(
            AcademyService.courseAddRoute, .init(title: "B", requires: [ID(base.id.text)]), as: staff)
        courses = [base.id.text, main.id.text]
        log.required[courses[1]] = courses[0]
        for course in courses {
            try await set(course, isActive: true)
            for _ in 0..<2 { try await addLesson(to: course, nil) }
            try await set(course, isActive: true)
        }
    }

    mutating func go() async throws {
        let user = users[draw(users.count)]
        // Mostly the lesson that comes next, else any, such as one that was removed.
        let next = courses.flatMap { log.lessons(of: $0) }.filter { !log.hasFinished(user, $0) }
        guard let lesson = draw(3) > 0 ? next.first ?? known.last : known[draw(known.count)] else { return }
        let course = courses[draw(2)]
        switch draw(50) {
        case 0..<6: for _ in 0...draw(3) { try await event(user, lesson, isFinished: false) }
        case 6..<18: for _ in 0...draw(3) { try await event(user, lesson, isFinished: true) }
        case 18..<26: for _ in 0...draw(2) { try await beginAttempt(user, lesson) }
        case 26..<36 where !attempts.isEmpty:
            let index = attempts.lastIndex { !$0.isOver } ?? draw(attempts.count)
            for _ in 0...draw(2) { try await answer(index) }
        case 36..<38 where log.lessons(of: course).count < 6:
            try await addLesson(to: course, draw(3) == 0 ? newQuiz() : nil)
        case 38..<40: try await remove(known[draw(known.count)])
        case 40..<42:
            let lessons = log.lessons(of: course).shuffled(using: &random)
            _ = try await probe.call(
                AcademyService.lessonOrderRoute, .init(course: ID(course), lessons: lessons.map { ID($0) }), as: staff)
            log.set(lessons, of: course)
        case 42..<44:
            // Also while somebody tries it.
            let tried = attempts.last { !$0.isOver }?.lesson ?? lesson
            if log.course(of: tried) != nil { try await setQuiz(of: tried) }
        case 44..<46:
            // Courses are in the archive for a short while.
            let isActive = log.isActive[course] != true
            guard isActive || draw(3) == 0 else { return }
            try await set(course, isActive: isActive)
        case 46..<47: try await probe.restart(Rider.self, .init())
        default: await probe.advance(.seconds(draw(1_000)))
        }
    }

    // MARK: - Actions

    private mutating func event(_ user: String, _ lesson: String, isFinished: Bool) async throws {
        let quiz = isFinished && log.quizzes[lesson] != nil ? "quiz-first" : nil
        let isDone = try await ask(log.refusal(user, lesson) ?? quiz, "\(user) \(lesson) \(isFinished)") { probe in
            _ = try await probe.call(
                AcademyService.lessonEventRoute, .init(lesson: ID(lesson), isFinished: isFinished), as: .user(user))
        }
        if isDone { log.note(user, lesson, isFinished ? .finished : .opened, at: probe.clock.now) }
    }

    private mutating func beginAttempt(_ user: String, _ lesson: String) async throws {
        let open = attempts.first { $0.user == user && $0.lesson == lesson && !$0.isOver }?.attempt
        let quiz = log.quizzes[lesson]
        let isUsedUp = open == nil && log.begun["\(user) \(lesson)"] ?? 0 >= quiz?.attempts ?? 0
        let expected =
            log.refusal(user, lesson) ?? (quiz == nil ? "not-found" : isUsedUp ? "no-more-attempts" : nil)
        var begun: Attempt.View?
        _ = try await ask(expected, "begin \(user) \(lesson)") { probe in
            begun = try await probe.call(AcademyService.attemptBeginRoute, .init(lesson: ID(lesson)), as: .user(user))
        }
        guard let begun, let quiz else { return }
        if let open { return #expect(begun == open, "seed \(seed)") }
        log.begun["\(user) \(lesson)", default: 0] += 1
        attempts.append((user, lesson, begun, quiz.passMark, false))
    }

    private mutating func answer(_ index: Int) async throws {
        let (user, lesson, attempt, passMark, isOver) = attempts[index]
        var answers: [String: Int] = [:]
        for question in attempt.asked { answers[question.id] = draw(3) == 0 ? 0 : 1 }
        let score = 100 * answers.values.filter { $0 == 1 }.count / attempt.asked.count
        // It can be ended in the archive, too, and not where the lesson is gone.
        let expected = isOver ? "attempt-over" : log.course(of: lesson) == nil ? "not-found" : nil
        var ended: Attempt.View?
        _ = try await ask(expected, "answer \(user) \(lesson)") { probe in
            ended = try await probe.call(
                AcademyService.attemptAnswerRoute, .init(attempt: ID(attempt.id.text), answers: answers),
                as: .user(user))
        }
        guard let ended else { return }
        attempts[index].isOver = true
        #expect(ended.score == score && ended.hasPassed == (score >= passMark), "seed \(seed)")
        log.note(user, lesson, .scored(score), at: probe.clock.now)
        if score >= passMark { log.note(user, lesson, .finished, at: probe.clock.now) }
    }

    private mutating func addLesson(to course: String, _ quiz: Quiz?) async throws {
        let added = try await probe.call(
            AcademyService.lessonAddRoute, .init(course: ID(course), lesson: .init(title: "L", quiz: quiz)), as: staff)
        known.append(added.id.text)
        log.set(log.lessons(of: course) + [added.id.text], of: course)
        if let quiz { log.quizzes[added.id.text] = .init(passMark: quiz.passMark, attempts: quiz.attempts) }
    }

    /// Puts a course into the archive, or out of it where it has lessons.
    private mutating func set(_ course: String, isActive: Bool) async throws {
        let code = isActive && log.lessons(of: course).isEmpty ? "no-lessons" : nil
        let isDone = try await ask(code, "\(course) \(isActive)") { probe in
            _ = try await probe.call(
                AcademyService.courseChangeRoute, .init(course: ID(course), status: isActive ? .active : .archived),
                as: staff)
        }
        if isDone { log.isActive[course] = isActive }
    }

    private mutating func remove(_ lesson: String) async throws {
        let course = log.course(of: lesson)
        let isOnly = course.map { log.isActive[$0] == true && log.lessons(of: $0).count == 1 } == true
        let code = course == nil ? "not-found" : isOnly ? "no-lessons" : nil
        let isDone = try await ask(code, "remove \(lesson)") { probe in
            _ = try await probe.call(AcademyService.lessonRemoveRoute, .init(lesson: ID(lesson)), as: staff)
        }
        if isDone, let course { log.set(log.lessons(of: course).filter { $0 != lesson }, of: course) }
    }

    private mutating func setQuiz(of lesson: String) async throws {
        let quiz = newQuiz()
        _ = try await probe.call(
            AcademyService.lessonChangeRoute, .init(lesson: ID(lesson), quiz: quiz), as: staff)
        log.quizzes[lesson] = .init(passMark: quiz.passMark, attempts: quiz.attempts)
    }

    /// A quiz of which the second answers are right.
    private mutating func newQuiz() -> Quiz {
        let pool = (0..<4).map { Question(id: "q\($0)", text: "?", answers: ["a", "b"], right: 1) }
        return Quiz(pool: pool, draw: 1 + draw(4), passMark: 1 + draw(100), attempts: 6)
    }

    // MARK: - Parts

    private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Does something that is refused with a code, or done where that is nil; whether it was done.
    private mutating func ask(
        _ code: String?, _ what: String, _ body: (Probe) async throws -> Void
    ) async throws -> Bool {
        let refusal = try await probe.refusal { try await body(probe) }
        #expect(refusal?.code == code, "seed \(seed): \(what): \(refusal?.detail ?? "done")")
        (done, refused) = refusal == nil ? (done + 1, refused) : (done, refused + 1)
        return refusal == nil
    }

    /// Holds what the academy says against the log.
    func check() async throws {
        for user in users {
            let all = try await probe.call(AcademyService.progressOfRoute, .init(userId: user), as: .user(user))
            #expect(Set(all.keys) == Set(courses.filter { log.isActive[$0] == true }), "seed \(seed)")
            for (course, progress) in all {
                let (completed, times) = (log.completedAt(user, course), log.accesses(user, course))
                let lessons = log.lessons(of: course).filter { log.hasFinished(user, $0) }
                #expect(progress.completedLessons.map(\.text) == lessons, "seed \(seed)")
                #expect(progress.completedAt == completed, "seed \(seed)")
                #expect(
                    progress.status == (completed != nil ? .completed : times.isEmpty ? .notStarted : .inProgress),
                    "seed \(seed)")
                #expect(progress.lastAccessed == times.max(), "seed \(seed)")
                #expect(times.isEmpty || progress.createdAt == times.min(), "seed \(seed)")
                #expect(progress.quizScore == log.quizScore(user, course), "seed \(seed)")
            }
        }
    }
}
