internal import FeatureKit
internal import Learning

@Routes("rider", as: "lessonRoutes") extension AcademyService {
    /// The lessons of a course, in their order.
    @Get("/academy/courses/{course}/lessons", .user)
    func lessonList(course: ID<Course>, _ call: Call) async throws -> [Lesson.View] {
        try await store.read { try lessons(of: seen(course, call, $0).key, $0).map(\.view) }
    }

    /// Adds a lesson at the end of a course.
    /// - Parameter lesson: The lesson.
    @Post("/academy/courses/{course}/lessons", .role("staff"))
    func lessonAdd(course: ID<Course>, lesson: Lesson.Draft, _ call: Call) async throws -> Lesson.View {
        try await store.transaction { tx in
            let known = try lessons(of: seen(course, call, tx).key, tx)
            guard known.count < Lesson.most else { throw AcademyRefusal.tooManyLessons(most: Lesson.most) }
            try lesson.quiz?.check()
            let added = try tx.insert(lessons, Lesson(lesson, courseId: course, order: known.count + 1))
            try arrange(known + [added], insteadOf: known, of: course, tx)
            return added.view
        }
    }

    /// Changes a lesson; attempts that were begun keep their questions and their pass mark.
    @Patch("/academy/lessons/{lesson}", .role("staff"))
    func lessonChange(_ request: Lesson.Change, _ call: Call) async throws -> Lesson.View {
        try await store.transaction { tx in
            let old = try seen(request.lesson, call, tx)
            let new = try old.changed(by: request)
            try new.quiz?.check()
            try tx.update(courses, new.courseId) { $0.updatedAt = clock.now }
            return try tx.put(lessons, new, id: old.id).view
        }
    }

    /// Puts the lessons of a course into another order.
    /// - Parameter lessons: Each of its lessons, once.
    @Put("/academy/courses/{course}/lessons", .role("staff"))
    func lessonOrder(
        course: ID<Course>, @Count(0...200) lessons: [ID<Lesson>], _ call: Call
    ) async throws -> [Lesson.View] {
        try await store.transaction { tx in
            let known = try self.lessons(of: seen(course, call, tx).key, tx)
            let ordered = lessons.compactMap { id in known.first { $0.key == id } }
            guard lessons.count == known.count, Set(ordered.map(\.key)).count == known.count else {
                throw AcademyRefusal.otherLessons
            }
            return try arrange(ordered, insteadOf: known, of: course, tx)
        }
    }

    /// Removes a lesson, but not the only one that riders see; who has finished all others has completed the course.
    @Delete("/academy/lessons/{lesson}", .role("staff"))
    func lessonRemove(lesson: ID<Lesson>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            let course = try seen(lesson, call, tx).document.courseId
            let known = try lessons(of: course, tx)
            try tx.delete(lessons, lesson)
            try arrange(known.filter { $0.key != lesson }, insteadOf: known, of: course, tx)
            return Done()
        }
    }

    // MARK: - Parts

    /// A lesson of a course that the caller may see.
    func seen(_ id: ID<Lesson>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Lesson> {
        guard let lesson = try snapshot.get(lessons, id) else { throw AcademyRefusal.noLesson }
        _ = try seen(lesson.document.courseId, call, snapshot)
        return lesson
    }

    func lessons(of course: ID<Course>, _ snapshot: StoreSnapshot) throws -> [Stored<Lesson>] {
        try snapshot.all(lessons, where: [.equals("courseId", course)], order: .by("order"))
    }

    /// Gives a course other lessons, or the same in another order, with places from 1 on.
    @discardableResult
    private func arrange(
        _ new: [Stored<Lesson>], insteadOf old: [Stored<Lesson>], of course: ID<Course>, _ tx: StoreTransaction
    ) throws -> [Lesson.View] {
        let course = try tx.update(courses, course) { ($0.lessonCount, $0.updatedAt) = (new.count, clock.now) }
        guard course.document.status != .active || !new.isEmpty else { throw AcademyRefusal.noLessons }
        for known in try tx.all(work, where: [.equals("courseId", course.key)]) {
            guard let kept = known.document.work.changed(from: old.map(\.id), to: new.map(\.id)) else { continue }
            try tx.update(work, known.key) { $0.work = kept }
        }
        return try new.enumerated().map { index, lesson in
            guard lesson.document.order != index + 1 else { return lesson.view }
            return try tx.update(lessons, lesson.key) { $0.order = index + 1 }.view
        }
    }
}
