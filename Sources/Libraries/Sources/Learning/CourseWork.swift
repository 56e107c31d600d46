public import FeatureKit

/// What somebody did in a lesson.
@Record public struct LessonWork: Equatable, Sendable {
    /// When it was opened first.
    public var openedAt: Timestamp
    /// When it was opened or finished last.
    public var lastAt: Timestamp
    /// When it was finished first.
    public var finishedAt: Timestamp?
    /// How many of a hundred points the best attempt at its quiz had.
    @In(0...100) public var score: Int?
}

/// What somebody did in a course, from which it follows how far they have come.
@Record public struct CourseWork: Equatable, Sendable {
    /// What they did in each lesson, by its id.
    @Count(0...200) public var lessons: [String: LessonWork] = [:]
    /// When the course was completed, where its lessons have changed since.
    public var completedAt: Timestamp?

    /// Notes that a lesson was opened, finished, or tried with a score.
    public mutating func note(_ lesson: String, isFinished: Bool = false, score: Int? = nil, at now: Timestamp) {
        var work = lessons[lesson] ?? LessonWork(openedAt: now, lastAt: now)
        work.lastAt = max(work.lastAt, now)
        if let score { work.score = max(score, work.score ?? 0) }
        if isFinished, work.finishedAt == nil { work.finishedAt = now }
        lessons[lesson] = work
    }

    /// What is kept where a course is given other lessons: that it was completed, and nothing of removed lessons.
    ///
    /// - Returns: Nil where that is what is kept already.
    public func changed(from old: [String], to new: [String]) -> CourseWork? {
        let left = Set(new)
        let changed = CourseWork(
            lessons: lessons.filter { left.contains($0.key) }, completedAt: progress(in: old).completedAt)
        return changed == self ? nil : changed
    }

    /// How far they have come in a course with these lessons, in their order.
    public func progress(in course: [String]) -> CourseProgress { CourseProgress(self, course) }
}

/// How far somebody has come in a course.
public struct CourseProgress: Equatable, Sendable {
    /// The lessons that were finished, in their order.
    public let finished: [String]
    /// When the last lesson that was missing was finished; nil while any is.
    public let completedAt: Timestamp?
    /// When the first lesson was opened.
    public let openedAt: Timestamp?
    /// When a lesson was opened or finished last.
    public let lastAt: Timestamp?
    /// How many of a hundred points the best attempts had, on average of the quizzes that were tried.
    public let score: Int
    private let lessons: [String]

    fileprivate init(_ work: CourseWork, _ lessons: [String]) {
        self.lessons = lessons
        let opened = lessons.compactMap { work.lessons[$0] }
        let times = opened.compactMap(\.finishedAt)
        let scores = opened.compactMap(\.score)
        finished = lessons.filter { work.lessons[$0]?.finishedAt != nil }
        completedAt = work.completedAt ?? (times.count == lessons.count ? times.max() : nil)
        (openedAt, lastAt) = (opened.map(\.openedAt).min(), opened.map(\.lastAt).max())
        score = scores.reduce(0, +) / max(1, scores.count)
    }

    /// Whether a lesson may be opened: all before it are finished, or it was finished once, or the whole course.
    public func opens(_ lesson: String) -> Bool {
        let before = lessons.prefix { $0 != lesson }
        return completedAt != nil || finished.contains(lesson) || before.allSatisfy(Set(finished).contains)
    }
}
