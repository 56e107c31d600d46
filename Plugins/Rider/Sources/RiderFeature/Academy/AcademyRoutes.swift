internal import FeatureKit

/// The lessons of a course.
@Record struct LessonList: Equatable {
    /// Each lesson, in their order.
    @Count(0...200) var items: [Lesson.View]
}

@Routes("rider", as: "academyRoutes") extension RiderService {
    /// The courses that riders see, in their order; all of them for staff.
    @Get("/academy/courses", .user)
    func courseList(_ call: Call) async throws -> [Course.View] {
        let isStaff = call.owns(nil, orHas: "staff")
        let found = try await courses.query(
            where: isStaff ? [] : [.equals("status", Course.Status.active)], limit: 1_000
        ).items
        return found.sorted { ($0.document.order, $0.id) < ($1.document.order, $1.id) }.map(\.view)
    }

    /// How far somebody has come in each course that they may see, by the course's id.
    /// - Parameter userId: The key of the person: the caller, or anybody for staff.
    @Get("/academy/progress", .user)
    func progressOf(@Text(1...256) userId: String, _ call: Call) async throws -> [String: Progress] {
        guard call.owns(userId, orHas: "staff") else { throw RiderRefusal.notYours }
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
        let (user, now) = (try call.user(), clock.now)
        return try await store.transaction { tx in
            guard let found = try tx.get(lessons, lesson)?.document else { throw RiderRefusal.noLesson }
            let course = try seen(found.courseId, call, tx)
            for required in course.document.requires {
                guard let other = try tx.get(courses, required), other.document.status == .active else { continue }
                guard try progress(of: user, in: other, tx).status == .completed else {
                    throw RouteError.conflict("complete the course \"\(other.document.title)\" first")
                }
            }
            let before = try lessons(of: found.courseId, tx).filter { $0.document.order < found.order }.map(\.key)
            let known = try progress(of: user, in: course, tx)
            guard Set(before).isSubset(of: known.completedLessons) else {
                throw RouteError.conflict("finish the lessons before first")
            }
            let claim = "\(user)|\(lesson)"
            let event = LessonEvent(
                userId: user, courseId: found.courseId, lessonId: lesson, openedAt: now, lastAt: now, claim: claim)
            try tx.update(events, where: [.equals("claim", claim)], or: event) { event in
                event.lastAt = max(event.lastAt, now)
                if isFinished, event.finishedAt == nil { event.finishedAt = now }
            }
            return try progress(of: user, in: course, tx)
        }
    }

    /// Adds a draft of a course.
    @Post("/academy/courses", .role("staff"))
    func courseAdd(_ draft: Course.Draft) async throws -> Course.View {
        try await courses.insert(Course(draft, createdAt: clock.now, updatedAt: clock.now)).view
    }

    /// Changes a course, publishes it or puts it into the archive.
    @Patch("/academy/courses/{course}", .role("staff"))
    func courseChange(_ request: Course.Change) async throws -> Course.View {
        try await store.transaction { tx in
            guard let old = try tx.get(courses, request.course) else { throw RiderRefusal.noCourse }
            var new = try old.changed(by: request)
            for required in new.requires where try required == old.key || tx.get(courses, required) == nil {
                throw RouteError.invalid("requires: there is no other course \"\(required)\"")
            }
            new.updatedAt = clock.now
            return try tx.put(courses, new, id: old.id).view
        }
    }

    /// Adds a lesson at the end of a course.
    /// - Parameter course: Which course.
    /// - Parameter lesson: The lesson.
    @Post("/academy/courses/{course}/lessons", .role("staff"))
    func lessonAdd(course: ID<Course>, lesson: Lesson.Draft) async throws -> Lesson.View {
        try await store.transaction { tx in
            guard var found = try tx.get(courses, course)?.document else { throw RiderRefusal.noCourse }
            guard found.lessonCount < Course.mostLessons else {
                throw RouteError.conflict("a course has \(Course.mostLessons) lessons at most")
            }
            (found.lessonCount, found.updatedAt) = (found.lessonCount + 1, clock.now)
            try tx.put(courses, found, id: course)
            return try tx.insert(lessons, Lesson(lesson, courseId: course, order: found.lessonCount)).view
        }
    }

    // MARK: - Parts

    private func seen(_ id: ID<Course>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Course> {
        guard let course = try snapshot.get(courses, id),
            course.document.status == .active || call.owns(nil, orHas: "staff")
        else { throw RiderRefusal.noCourse }
        return course
    }

    private func lessons(of course: ID<Course>, _ snapshot: StoreSnapshot) throws -> [Stored<Lesson>] {
        try snapshot.all(lessons, where: [.equals("courseId", course)], order: .by("order"))
    }

    private func progress(of user: String, in course: Stored<Course>, _ snapshot: StoreSnapshot) throws -> Progress {
        let own = try snapshot.all(events, where: [.equals("userId", user), .equals("courseId", course.key)])
        return Progress(
            of: user, in: course.key, made: course.document.createdAt,
            lessons: try lessons(of: course.key, snapshot).map(\.key), events: own.map(\.document))
    }
}
