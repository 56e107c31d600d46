internal import FeatureKit
internal import Learning

@Routes("rider", as: "progressRoutes") extension AcademyService {
    /// How far somebody has come in each course that they may see, by the course's id.
    /// - Parameter userId: The key of the person: the caller, a rider of a franchise that the caller manages, or anybody for staff.
    @Get("/academy/progress", .user)
    func progressOf(@Text(1...256) userId: String, _ call: Call) async throws -> [String: Progress] {
        let caller = try call.user()
        return try await store.read { snapshot in
            guard try call.owns(userId, orHas: "staff") || facts.isRider(userId, ofManager: caller, snapshot) else {
                throw AcademyRefusal.notYours
            }
            return try snapshot.all(courses, where: Course.isActive).reduce(into: [:]) { all, course in
                all[course.id] = Progress(of: userId, in: course, try progress(of: userId, in: course.key, snapshot))
            }
        }
    }

    /// Opens a lesson, or finishes it; the lessons before and the courses that are required come first.
    /// - Parameter isFinished: Whether the caller has finished it.
    @Post("/academy/lessons/{lesson}/events", .user)
    func lessonEvent(lesson: ID<Lesson>, isFinished: Bool = false, _ call: Call) async throws -> Progress {
        let user = try call.user()
        return try await store.transaction { tx in
            let found = try openLesson(lesson, call, tx)
            guard !isFinished || found.document.quiz == nil else { throw AcademyRefusal.quizFirst }
            try note(found, of: user, isFinished: isFinished, tx)
            let course = try seen(found.document.courseId, call, tx)
            return Progress(of: user, in: course, try progress(of: user, in: course.key, tx))
        }
    }

    // MARK: - Parts

    /// A lesson that the caller may open: those before it and the courses that are required are finished.
    func openLesson(_ id: ID<Lesson>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Lesson> {
        let (user, found) = (try call.user(), try seen(id, call, snapshot))
        let course = try seen(found.document.courseId, call, snapshot)
        let own = try progress(of: user, in: course.key, snapshot)
        // What was finished once can be read again, whatever is required since.
        guard own.completedAt == nil, !own.finished.contains(found.id) else { return found }
        for required in course.document.requires {
            guard let other = try snapshot.get(courses, required), other.document.status == .active else { continue }
            guard try progress(of: user, in: required, snapshot).completedAt != nil else {
                throw AcademyRefusal.courseFirst(title: other.document.title)
            }
        }
        guard own.opens(found.id) else { throw AcademyRefusal.lessonsFirst }
        return found
    }

    /// Notes that somebody opened a lesson, finished it or tried its quiz.
    func note(
        _ lesson: Stored<Lesson>, of user: String, isFinished: Bool, score: Int? = nil, _ tx: StoreTransaction
    ) throws {
        let course = lesson.document.courseId
        try tx.update(
            work, where: [.equals("userId", user), .equals("courseId", course)],
            or: StudentWork(userId: user, courseId: course)
        ) { $0.work.note(lesson.id, isFinished: isFinished, score: score, at: clock.now) }
    }

    func progress(of user: String, in course: ID<Course>, _ snapshot: StoreSnapshot) throws -> CourseProgress {
        let own = try snapshot.first(work, where: [.equals("userId", user), .equals("courseId", course)])
        return (own?.document.work ?? CourseWork()).progress(in: try lessons(of: course, snapshot).map(\.id))
    }
}
