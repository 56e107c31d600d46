internal import FeatureKit

/// A course, as the apps have it.
@Record @Collection("courses", .on(\.status, \.order))
struct Course: Equatable {
    enum Level: String, CaseIterable, Shaped { case beginner, intermediate, advanced }
    enum Status: String, CaseIterable, Shaped { case active, draft, archived }

    /// The title.
    @Public @Editable @Text(1...200) var title: String
    /// What it is about.
    @Public @Editable @Text(0...4_000) var description = ""
    /// A picture, by the name that the apps know.
    @Public @Editable @Text(0...100) var icon = ""
    /// The category.
    @Public @Editable @Text(0...60) var category = ""
    /// How long it takes, in words.
    @Public @Editable @Text(0...60) var duration = ""
    /// How hard it is.
    @Public @Editable var level: Level = .beginner
    /// Whether riders see it.
    @Public @Editable var status: Status = .draft
    /// Its place among the courses.
    @Public @Editable @In(0...1_000) var order = 0
    /// The courses that have to be completed before.
    @Public @Editable @Count(0...20) var requires: [ID<Course>] = []
    /// How many lessons it has.
    @Public @In(0...200) var lessonCount = 0
    /// When it was added.
    @Public var createdAt: Timestamp
    /// When it was changed last.
    @Public var updatedAt: Timestamp

    /// How many courses there are at most, with those in the archive.
    static let most = 1_000
    /// How many lessons a course has at most.
    static let mostLessons = 200

    /// Whether some courses are another one or require it, directly or by others.
    static func leads(
        from courses: [ID<Course>], to goal: ID<Course>, requires: (ID<Course>) throws -> [ID<Course>]
    ) rethrows -> Bool {
        var (known, left) = (Set<ID<Course>>(), courses)
        while let next = left.popLast() {
            if next == goal { return true }
            if known.insert(next).inserted { left += try requires(next) }
        }
        return false
    }
}

/// A lesson of a course.
@Record @Collection("lessons", .on(\.courseId, \.order))
struct Lesson: Equatable {
    /// The course.
    @Public var courseId: ID<Course>
    /// Its place in the course, from 1 on.
    @Public @In(1...200) var order: Int
    /// The title.
    @Public @Editable @Text(1...200) var title: String
    /// What is to be learnt.
    @Public @Editable @Text(0...20_000) var content = ""
    /// How long it takes.
    @Public @Editable @In(0...1_440) var durationMin = 0
    /// What has to be passed to finish it; riders are shown the questions of an attempt alone.
    @Editable var quiz: Quiz?
    /// Whether it ends with a quiz.
    @Public var hasQuiz: Bool { quiz != nil }
}

/// That somebody opened or finished a lesson; progress is what follows from these.
@Record
@Collection("lesson-events", .unique(\.claim), .on(\.userId, \.courseId), person: .deletes(\.userId))
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
    /// When it was finished.
    var finishedAt: Timestamp?
    /// How many of a hundred points the last attempt at its quiz had.
    @In(0...100) var score: Int?
    /// Unique key: the person and the lesson.
    @Text(1...400) var claim: String
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
    /// How many of a hundred points the last quiz had.
    @In(0...100) var quizScore = 0
    /// How far they have come.
    var status: Status
    /// When a lesson was opened or finished last.
    var lastAccessed: Timestamp?
    /// When the first lesson was opened, or the course was added.
    var createdAt: Timestamp
    /// When anything changed last.
    var updatedAt: Timestamp

    /// What follows from what somebody did; lessons that the course has no more count for nothing.
    init(of user: String, in course: ID<Course>, made: Timestamp, lessons: [ID<Lesson>], events: [LessonEvent]) {
        let quizzes = events.filter { $0.score != nil }
        let byLesson = Dictionary(events.map { ($0.lessonId, $0) }) { $1 }
        let done = lessons.filter { byLesson[$0]?.finishedAt != nil }
        let opened = lessons.compactMap { byLesson[$0] }
        self.init(
            id: "\(user)_\(course)", userId: user, moduleId: course, completedLessons: done,
            quizScore: quizzes.max { $0.lastAt < $1.lastAt }?.score ?? 0,
            status: opened.isEmpty ? .notStarted : done.count == lessons.count ? .completed : .inProgress,
            lastAccessed: opened.map(\.lastAt).max(),
            createdAt: opened.map(\.openedAt).min() ?? made,
            updatedAt: opened.map(\.lastAt).max() ?? made)
    }
}
