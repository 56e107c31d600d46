internal import FeatureKit

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
            let all = try snapshot.all(courses, where: [.equals("status", Course.Status.active)])
            return Dictionary(
                try all.map { ($0.id, try progress(of: userId, in: $0, snapshot)) }, uniquingKeysWith: { $1 })
        }
    }

    /// Opens a lesson, or finishes it; the lessons before and the courses that are required come first.
    /// - Parameter isFinished: Whether the caller has finished it.
    @Post("/academy/lessons/{lesson}/events", .user)
    func lessonEvent(lesson: ID<Lesson>, isFinished: Bool = false, _ call: Call) async throws -> Progress {
        let user = try call.user()
        return try await store.transaction { tx in
            let found = try openLesson(lesson, user, call, tx)
            guard !isFinished || found.document.quiz == nil else { throw AcademyRefusal.quizFirst }
            return try note(found, of: user, isFinished: isFinished, tx)
        }
    }

    // MARK: - Parts

    /// A lesson that somebody may open: those before it and the courses that are required are finished.
    func openLesson(
        _ id: ID<Lesson>, _ user: String, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> Stored<Lesson> {
        guard let found = try snapshot.get(lessons, id) else { throw AcademyRefusal.noLesson }
        let course = try seen(found.document.courseId, call, snapshot)
        let own = try progress(of: user, in: course, snapshot)
        // What was finished once can be read again, whatever has been put before it since.
        guard own.status != .completed, !own.completedLessons.contains(id) else { return found }
        for required in course.document.requires {
            guard let other = try snapshot.get(courses, required), other.document.status == .active else { continue }
            guard try progress(of: user, in: other, snapshot).status == .completed else {
                throw AcademyRefusal.courseFirst(title: other.document.title)
            }
        }
        let before = try lessons(of: course.key, snapshot).prefix { $0.key != id }
        guard Set(before.map(\.key)).isSubset(of: own.completedLessons) else { throw AcademyRefusal.lessonsFirst }
        return found
    }

    /// Notes that somebody opened a lesson, finished it or tried its quiz.
    @discardableResult
    func note(
        _ lesson: Stored<Lesson>, of user: String, isFinished: Bool, score: Int? = nil, _ tx: StoreTransaction
    ) throws -> Progress {
        let (now, claim) = (clock.now, "\(user)|\(lesson.id)")
        let event = LessonEvent(
            userId: user, courseId: lesson.document.courseId, lessonId: lesson.key, openedAt: now, lastAt: now,
            claim: claim)
        try tx.update(events, where: [.equals("claim", claim)], or: event) { event in
            event.lastAt = max(event.lastAt, now)
            if let score { event.score = max(score, event.score ?? 0) }
            if isFinished, event.finishedAt == nil { event.finishedAt = now }
        }
        guard let course = try tx.get(courses, lesson.document.courseId) else { throw AcademyRefusal.noCourse }
        return try progress(of: user, in: course, tx)
    }

    /// Keeps who has completed a course, before its lessons change: what follows from them would take it back.
    func keepCompletions(of course: Stored<Course>, _ tx: StoreTransaction) throws {
        let known = try lessons(of: course.key, tx)
        let all = try tx.all(events, where: [.equals("courseId", course.key)]).map(\.document)
        for (user, own) in Dictionary(grouping: all, by: \.userId) {
            let progress = Progress(of: user, in: course, lessons: known, events: own, completedAt: nil)
            guard let completedAt = progress.completedAt else { continue }
            let claim = Completion.claim(user, course.key)
            guard try tx.first(completions, where: [.equals("claim", claim)]) == nil else { continue }
            let completion = Completion(userId: user, courseId: course.key, completedAt: completedAt, claim: claim)
            try tx.insert(completions, completion)
        }
    }

    func progress(of user: String, in course: Stored<Course>, _ snapshot: StoreSnapshot) throws -> Progress {
        let own = try snapshot.all(events, where: [.equals("userId", user), .equals("courseId", course.key)])
        let claim = Completion.claim(user, course.key)
        return Progress(
            of: user, in: course, lessons: try lessons(of: course.key, snapshot), events: own.map(\.document),
            completedAt: try snapshot.first(completions, where: [.equals("claim", claim)])?.document.completedAt)
    }
}
