import FeatureKit

/// What riders and staff did, one after the other, and what follows from it by counting all of it again each time.
struct EventLog {
    enum Action: Equatable {
        case opened, finished
        case scored(Int)
    }

    private enum Entry {
        case action(String, String, Action, Timestamp)
        /// The lessons of a course from here on.
        case course(String, [String])
    }

    struct QuizFacts {
        var passMark: Int
        let attempts: Int
    }

    private var entries: [Entry] = []
    var isActive: [String: Bool] = [:]
    var quizzes: [String: QuizFacts] = [:]
    /// Which course has to be completed before another one.
    var required: [String: String] = [:]
    /// How many attempts somebody began at a lesson.
    var begun: [String: Int] = [:]

    mutating func note(_ user: String, _ lesson: String, _ action: Action, at time: Timestamp) {
        entries.append(.action(user, lesson, action, time))
    }

    mutating func set(_ lessons: [String], of course: String) { entries.append(.course(course, lessons)) }

    // MARK: - What follows

    func lessons(of course: String) -> [String] {
        var found: [String] = []
        for case .course(course, let lessons) in entries { found = lessons }
        return found
    }

    func course(of lesson: String) -> String? {
        isActive.keys.first { lessons(of: $0).contains(lesson) }
    }

    private func times(_ user: String, _ lesson: String, where isWanted: (Action) -> Bool = { _ in true })
        -> [Timestamp]
    {
        var found: [Timestamp] = []
        for case .action(user, lesson, let action, let time) in entries where isWanted(action) { found.append(time) }
        return found
    }

    func hasFinished(_ user: String, _ lesson: String) -> Bool { !times(user, lesson) { $0 == .finished }.isEmpty }

    /// The first moment at which all lessons that there were had been finished.
    func completedAt(_ user: String, _ course: String) -> Timestamp? {
        var (lessons, done): ([String], [String: Timestamp]) = ([], [:])
        for entry in entries {
            switch entry {
            case .course(course, let now): lessons = now
            case .action(user, let lesson, .finished, let time) where done[lesson] == nil: done[lesson] = time
            default: continue
            }
            let times = lessons.compactMap { done[$0] }
            if !lessons.isEmpty, times.count == lessons.count { return times.max() }
        }
        return nil
    }

    /// The best score of each quiz that there is and that was tried, on average.
    func quizScore(_ user: String, _ course: String) -> Int {
        var best: [String: Int] = [:]
        for case .action(user, let lesson, .scored(let score), _) in entries where quizzes[lesson] != nil {
            best[lesson] = max(best[lesson] ?? 0, score)
        }
        let scores = lessons(of: course).compactMap { best[$0] }
        return scores.isEmpty ? 0 : scores.reduce(0, +) / scores.count
    }

    /// When somebody did something in the lessons that a course has now.
    func accesses(_ user: String, _ course: String) -> [Timestamp] { lessons(of: course).flatMap { times(user, $0) } }

    /// With which code a lesson is not opened for somebody; nil where it is.
    func refusal(_ user: String, _ lesson: String) -> String? {
        guard let course = course(of: lesson), isActive[course] == true else { return "not-found" }
        if completedAt(user, course) != nil || hasFinished(user, lesson) { return nil }
        if let other = required[course], isActive[other] == true, completedAt(user, other) == nil {
            return "course-first"
        }
        let before = lessons(of: course).prefix { $0 != lesson }
        return before.allSatisfy { hasFinished(user, $0) } ? nil : "lessons-first"
    }
}
