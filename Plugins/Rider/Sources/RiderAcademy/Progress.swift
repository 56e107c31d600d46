internal import FeatureKit

/// That somebody opened or finished a lesson; progress is what follows from these.
@Record
@Collection("lesson-events", .unique(\.claim), .on(\.userId, \.courseId), .on(\.courseId), person: .deletes(\.userId))
struct LessonEvent: Equatable {
    /// Who.
    @Text(1...256) var userId: String
    /// The course.
    var courseId: ID<Course>
    /// The lesson.
    var lessonId: ID<Lesson>
    /// When the lesson was opened first.
    var openedAt: Timestamp
    /// When it was opened or finished last.
    var lastAt: Timestamp
    /// When it was finished first.
    var finishedAt: Timestamp?
    /// How many of a hundred points the best attempt at its quiz had.
    @In(0...100) var score: Int?
    /// Unique key: the person and the lesson.
    @Text(1...400) var claim: String
}

/// That somebody had completed a course when its lessons changed; until then it follows from what they finished.
@Record @Collection("completions", .unique(\.claim), .on(\.userId), person: .deletes(\.userId))
struct Completion: Equatable {
    /// Who.
    @Text(1...256) var userId: String
    /// The course.
    var courseId: ID<Course>
    /// When the last of its lessons then was finished.
    var completedAt: Timestamp
    /// Unique key: the person and the course.
    @Text(1...400) var claim: String

    static func claim(_ user: String, _ course: ID<Course>) -> String { "\(user)|\(course)" }
}

/// How far somebody has come in a course, as the apps have it.
@Record struct Progress: Equatable {
    enum Status: String, CaseIterable, Shaped { case notStarted, inProgress, completed }

    /// The person and the course.
    var id: String
    /// The key of the person.
    var userId: String
    /// The course.
    var moduleId: ID<Course>
    /// The lessons that were finished, in their order.
    @Count(0...200) var completedLessons: [ID<Lesson>]
    /// How many of a hundred points the best attempts at its quizzes had, on average of those that were tried.
    @In(0...100) var quizScore = 0
    /// How far they have come.
    var status: Status
    /// When the course was completed.
    var completedAt: Timestamp?
    /// When a lesson was opened or finished last.
    var lastAccessed: Timestamp?
    /// When the first lesson was opened, or the course was added.
    var createdAt: Timestamp
    /// When anything changed last.
    var updatedAt: Timestamp

    /// What follows from what somebody did; lessons and quizzes that the course has no more count for nothing.
    init(
        of user: String, in course: Stored<Course>, lessons: [Stored<Lesson>], events: [LessonEvent],
        completedAt: Timestamp?
    ) {
        let byLesson = Dictionary(events.map { ($0.lessonId, $0) }) { $1 }
        let opened = lessons.compactMap { byLesson[$0.key] }
        let done = opened.filter { $0.finishedAt != nil }
        let scores = lessons.compactMap { $0.document.hasQuiz ? byLesson[$0.key]?.score : nil }
        let isDone = !lessons.isEmpty && done.count == lessons.count
        let completedAt = completedAt ?? (isDone ? done.compactMap(\.finishedAt).max() : nil)
        self.init(
            id: "\(user)_\(course.key)", userId: user, moduleId: course.key, completedLessons: done.map(\.lessonId),
            quizScore: scores.reduce(0, +) / max(1, scores.count),
            status: completedAt != nil ? .completed : opened.isEmpty ? .notStarted : .inProgress,
            completedAt: completedAt, lastAccessed: opened.map(\.lastAt).max(),
            createdAt: opened.map(\.openedAt).min() ?? course.document.createdAt,
            updatedAt: opened.map(\.lastAt).max() ?? course.document.createdAt)
    }
}
