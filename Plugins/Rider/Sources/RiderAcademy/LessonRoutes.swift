internal import FeatureKit

/// The lessons of a course.
@Record struct LessonList: Equatable {
    /// Each lesson, in their order.
    @Count(0...200) var items: [Lesson.View]
}

@Routes("rider", as: "lessonRoutes") extension AcademyService {
    /// The lessons of a course, in their order.
    @Get("/academy/courses/{course}/lessons", .user)
    func lessonList(course: ID<Course>, _ call: Call) async throws -> LessonList {
        try await store.read { snapshot in
            _ = try seen(course, call, snapshot)
            return LessonList(items: try lessons(of: course, snapshot).map(\.view))
        }
    }

    /// Adds a lesson at the end of a course.
    /// - Parameter lesson: The lesson.
    @Post("/academy/courses/{course}/lessons", .role("staff"))
    func lessonAdd(course: ID<Course>, lesson: Lesson.Draft) async throws -> Lesson.View {
        try await store.transaction { tx in
            guard let found = try tx.get(courses, course) else { throw AcademyRefusal.noCourse }
            let known = try lessons(of: course, tx)
            guard known.count < Course.mostLessons else {
                throw AcademyRefusal.tooManyLessons(most: Course.mostLessons)
            }
            try lesson.quiz?.problems.refuse()
            try keepCompletions(of: found, tx)
            let added = try tx.insert(lessons, Lesson(lesson, courseId: course, order: known.count + 1))
            try noteChange(of: course, tx)
            return added.view
        }
    }

    /// Changes a lesson; attempts that were begun keep their questions and their pass mark.
    @Patch("/academy/lessons/{lesson}", .role("staff"))
    func lessonChange(_ request: Lesson.Change) async throws -> Lesson.View {
        try await store.transaction { tx in
            guard let old = try tx.get(lessons, request.lesson) else { throw AcademyRefusal.noLesson }
            let new = try old.changed(by: request)
            try new.quiz?.problems.refuse()
            try noteChange(of: new.courseId, tx)
            return try tx.put(lessons, new, id: old.id).view
        }
    }

    /// Puts the lessons of a course into another order.
    /// - Parameter lessons: Each of its lessons, once.
    @Put("/academy/courses/{course}/lessons", .role("staff"))
    func lessonOrder(course: ID<Course>, @Count(0...200) lessons: [ID<Lesson>]) async throws -> LessonList {
        try await store.transaction { tx in
            guard try tx.get(courses, course) != nil else { throw AcademyRefusal.noCourse }
            let known = Dictionary(uniqueKeysWithValues: try self.lessons(of: course, tx).map { ($0.key, $0) })
            let ordered = lessons.compactMap { known[$0] }
            guard lessons.count == known.count, Set(lessons).count == known.count, ordered.count == known.count else {
                throw AcademyRefusal.otherLessons
            }
            try noteChange(of: course, tx)
            return LessonList(items: try number(ordered, tx).map(\.view))
        }
    }

    /// Removes a lesson; who has finished all others has completed the course.
    @Delete("/academy/lessons/{lesson}", .role("staff"))
    func lessonRemove(lesson: ID<Lesson>) async throws -> Done {
        try await store.transaction { tx in
            guard let old = try tx.get(lessons, lesson)?.document, let course = try tx.get(courses, old.courseId) else {
                throw AcademyRefusal.noLesson
            }
            try keepCompletions(of: course, tx)
            try tx.delete(lessons, lesson)
            try number(lessons(of: old.courseId, tx), tx)
            try noteChange(of: old.courseId, tx)
            return Done()
        }
    }

    // MARK: - Parts

    /// Gives lessons their places, from 1 on.
    @discardableResult
    private func number(_ ordered: [Stored<Lesson>], _ tx: StoreTransaction) throws -> [Stored<Lesson>] {
        try ordered.enumerated().map { index, lesson in
            guard lesson.document.order != index + 1 else { return lesson }
            return try tx.update(lessons, lesson.key) { $0.order = index + 1 }
        }
    }

    func lessons(of course: ID<Course>, _ snapshot: StoreSnapshot) throws -> [Stored<Lesson>] {
        try snapshot.all(lessons, where: [.equals("courseId", course)], order: .by("order"))
    }

    /// Notes that a course has changed, and how many lessons it has now.
    private func noteChange(of course: ID<Course>, _ tx: StoreTransaction) throws {
        let count = try tx.count(lessons, where: [.equals("courseId", course)])
        try tx.update(courses, course) { ($0.lessonCount, $0.updatedAt) = (count, clock.now) }
    }
}

extension [String] {
    /// Refuses where these problems are any.
    func refuse() throws(RouteError) { if !isEmpty { throw .invalid(prefix(20).joined(separator: "; ")) } }
}
