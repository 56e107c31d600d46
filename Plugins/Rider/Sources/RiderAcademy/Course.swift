internal import FeatureKit
internal import Learning

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

    /// What courses that riders see meet.
    static let isActive = [StoreCondition.equals("status", Status.active)]
    /// How many courses there are at most, with those in the archive.
    static let most = 1_000
}

/// A lesson of a course.
@Record @Collection("lessons", .on(\.courseId, \.order))
struct Lesson: Equatable {
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

    /// How many lessons a course has at most.
    static let most = 200
}
