internal import FeatureKit

/// Why the academy refuses.
@Refusals enum AcademyRefusal: Equatable {
    @Refuses(404, "There is no such course.", code: "not-found") case noCourse
    @Refuses(404, "The course has no such lesson.", code: "not-found") case noLesson
    @Refuses(404, "There is no such certificate.", code: "not-found") case noCertificate
    @Refuses(409, "The certificate is revoked: {reason}.", code: "revoked") case revoked(reason: String)
    @Refuses(409, "No franchise knows you; ask its manager to add you.", code: "no-name") case noName
    @Refuses(404, "There is no such attempt.", code: "not-found") case noAttempt
    @Refuses(400, "requires: there is no course \"{course}\".", code: "invalid") case noRequired(course: String)
    @Refuses(400, "requires: the course \"{title}\" is in the archive.", code: "invalid") case archived(title: String)
    @Refuses(400, "requires: \"{title}\" would require itself.", code: "invalid") case requiresItself(title: String)
    @Refuses(409, "There are {most} courses at most.", code: "full") case tooManyCourses(most: Int)
    @Refuses(409, "Complete the course \"{title}\" first.", code: "course-first") case courseFirst(title: String)
    @Refuses(409, "Finish the lessons before first.", code: "lessons-first") case lessonsFirst
    @Refuses(409, "The lesson is finished by passing its quiz.", code: "quiz-first") case quizFirst
    @Refuses(409, "The attempt is answered already.", code: "attempt-over") case attemptOver
    @Refuses(409, "Complete the course first.", code: "not-completed") case notCompleted
    @Refuses(409, "A course has {most} lessons at most.", code: "full") case tooManyLessons(most: Int)
    @Refuses(409, "A course that riders see has a lesson at least.", code: "no-lessons") case noLessons
    @Refuses(400, "lessons: each lesson of the course, once.", code: "invalid") case otherLessons
    @Refuses(403, "This is for the person, managers of their franchise and staff.", code: "forbidden") case notYours
}
