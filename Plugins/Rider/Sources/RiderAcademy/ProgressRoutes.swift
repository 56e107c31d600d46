internal import FeatureKit

/// The lessons of a course.
@Record struct LessonList: Equatable {
    /// Each lesson, in their order.
    @Count(0...200) var items: [Lesson.View]
}

@Routes("rider", as: "academyRoutes") extension AcademyService {
    /// How far somebody has come in each course that they may see, by the course's id.
    /// - Parameter userId: The key of the person: the caller, or anybody for staff.
    @Get("/academy/progress", .user)
    func progressOf(@Text(1...256) userId: String, _ call: Call) async throws -> [String: Progress] {
        guard call.owns(userId, orHas: "staff") else { throw AcademyRefusal.notYours }
        return try await store.read { snapshot in
            let all = try snapshot.all(courses, where: [.equals("status", Course.Status.active)])
            return Dictionary(
                try all.map { ($0.id, try progress(of: userId, in: $0, snapshot)) }, uniquingKeysWith: { $1 })
        }
    }

    /// The lessons of a course, in their order.
    /// - Parameter course: Which course.
    @Get("/academy/courses/{course}/lessons", .user)
    func lessonList(course: ID<Course>, _ call: Call) async throws -> LessonList {
        try await store.read { snapshot in
            _ = try seen(course, call, snapshot)
            return LessonList(items: try lessons(of: course, snapshot).map(\.view))
        }
    }

    /// Opens a lesson, or finishes it; the lessons before and the courses that are required come first.
    /// - Parameter lesson: Which lesson.
    /// - Parameter isFinished: Whether the caller has finished it.
    @Post("/academy/lessons/{lesson}/events", .user)
    func lessonEvent(lesson: ID<Lesson>, isFinished: Bool = false, _ call: Call) async throws -> Progress {
        let user = try call.user()
        return try await store.transaction { tx in
            let found = try openLesson(lesson, user, call, tx)
            guard !isFinished || found.document.quiz == nil else { throw AcademyRefusal.quizFirst }
            try note(found, of: user, isFinished: isFinished, tx)
            return try progress(of: user, in: seen(found.document.courseId, call, tx), tx)
        }
    }

    /// Adds a lesson at the end of a course.
    /// - Parameter course: Which course.
    /// - Parameter lesson: The lesson.
    @Post("/academy/courses/{course}/lessons", .role("staff"))
    func lessonAdd(course: ID<Course>, lesson: Lesson.Draft) async throws -> Lesson.View {
        try await store.transaction { tx in
            guard var found = try tx.get(courses, course)?.document else { throw AcademyRefusal.noCourse }
            guard found.lessonCount < Course.mostLessons else {
                throw AcademyRefusal.tooManyLessons(most: Course.mostLessons)
            }
            (found.lessonCount, found.updatedAt) = (found.lessonCount + 1, clock.now)
            try tx.put(courses, found, id: course)
            try lesson.quiz?.problems.refuse()
            return try tx.insert(lessons, Lesson(lesson, courseId: course, order: found.lessonCount)).view
        }
    }

    // MARK: - Parts

    /// A lesson that somebody may open: those before it and the courses that are required are finished.
    func openLesson(
        _ id: ID<Lesson>, _ user: String, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> Stored<Lesson> {
        guard let found = try snapshot.get(lessons, id) else { throw AcademyRefusal.noLesson }
        let course = try seen(found.document.courseId, call, snapshot)
        for required in course.document.requires {
            guard let other = try snapshot.get(courses, required), other.document.status == .active else { continue }
            guard try progress(of: user, in: other, snapshot).status == .completed else {
                throw AcademyRefusal.courseFirst(title: other.document.title)
            }
        }
        let before = try lessons(of: course.key, snapshot).filter { $0.document.order < found.document.order }
        guard try Set(before.map(\.key)).isSubset(of: progress(of: user, in: course, snapshot).completedLessons) else {
            throw AcademyRefusal.lessonsFirst
        }
        return found
    }

    /// Notes that somebody opened a lesson, finished it or tried its quiz.
    func note(
        _ lesson: Stored<Lesson>, of user: String, isFinished: Bool, score: Int? = nil, _ tx: StoreTransaction
    ) throws {
        let (now, claim) = (clock.now, "\(user)|\(lesson.id)")
        let event = LessonEvent(
            userId: user, courseId: lesson.document.courseId, lessonId: lesson.key, openedAt: now, lastAt: now,
            claim: claim)
        try tx.update(events, where: [.equals("claim", claim)], or: event) { event in
            (event.lastAt, event.score) = (max(event.lastAt, now), score ?? event.score)
            if isFinished, event.finishedAt == nil { event.finishedAt = now }
        }
    }

    private func lessons(of course: ID<Course>, _ snapshot: StoreSnapshot) throws -> [Stored<Lesson>] {
        try snapshot.all(lessons, where: [.equals("courseId", course)], order: .by("order"))
    }

    func progress(of user: String, in course: Stored<Course>, _ snapshot: StoreSnapshot) throws -> Progress {
        let own = try snapshot.all(events, where: [.equals("userId", user), .equals("courseId", course.key)])
        return Progress(
            of: user, in: course.key, made: course.document.createdAt,
            lessons: try lessons(of: course.key, snapshot).map(\.key), events: own.map(\.document))
    }
}

extension [String] {
    /// Refuses where these problems are any.
    func refuse() throws(RouteError) { if !isEmpty { throw .invalid(prefix(20).joined(separator: "; ")) } }
}
