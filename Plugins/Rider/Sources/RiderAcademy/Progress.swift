internal import FeatureKit
internal import Learning

/// What somebody did in a course: progress is what follows from it.
@Record @Collection("course-work", .unique(\.userId, \.courseId), .on(\.courseId), person: .deletes(\.userId))
struct StudentWork: Equatable {
    /// Who.
    @Text(1...256) var userId: String
    var courseId: ID<Course>
    /// What they did in its lessons.
    var work: CourseWork = CourseWork()
}

/// How far somebody has come in a course, as the apps have it.
@Record struct Progress: Equatable {
    enum Status: String, CaseIterable, Shaped { case notStarted, inProgress, completed }

    /// The person and the course.
    var id: String
    /// The key of the person.
    var userId: String
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

    /// Progress of somebody in a course.
    init(of user: String, in course: Stored<Course>, _ progress: CourseProgress) {
        self.init(
            id: "\(user)_\(course.key)", userId: user, moduleId: course.key,
            completedLessons: progress.finished.map { ID($0) }, quizScore: progress.score,
            status: progress.completedAt != nil ? .completed : progress.lastAt != nil ? .inProgress : .notStarted,
            completedAt: progress.completedAt, lastAccessed: progress.lastAt,
            createdAt: progress.openedAt ?? course.document.createdAt,
            updatedAt: progress.lastAt ?? course.document.createdAt)
    }
}
