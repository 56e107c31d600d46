internal import FeatureKit

/// The lessons of a course.
@Record struct LessonList: Equatable {
    /// Each lesson, in their order.
    @Count(0...200) var items: [Lesson.View]
}

@Routes("rider", as: "lessonRoutes") extension AcademyService {
    /// The lessons of a course, in their order.
    /// - Parameter course: Which course.
    @Get("/academy/courses/{course}/lessons", .user)
    func lessonList(course: ID<Course>, _ call: Call) async throws -> LessonList {
        try await store.read { snapshot in
            _ = try seen(course, call, snapshot)
            return LessonList(items: try lessons(of: course, snapshot).map(\.view))
        }
    }

    /// Adds a lesson at the end of a course.
    /// - Parameter course: Which course.
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
            // Who has completed the course before this lesson has completed it.
            try keepCompletions(in: found, tx)
            try noteChange(of: course, lessonCount: known.count + 1, tx)
            return try tx.insert(lessons, Lesson(lesson, courseId: course, order: known.count + 1)).view
        }
    }

    // MARK: - Parts

    func lessons(of course: ID<Course>, _ snapshot: StoreSnapshot) throws -> [Stored<Lesson>] {
        try snapshot.all(lessons, where: [.equals("courseId", course)], order: .by("order"))
    }

    private func noteChange(of course: ID<Course>, lessonCount: Int, _ tx: StoreTransaction) throws {
        try tx.update(courses, course) { ($0.lessonCount, $0.updatedAt) = (lessonCount, clock.now) }
    }
}

extension [String] {
    /// Refuses where these problems are any.
    func refuse() throws(RouteError) { if !isEmpty { throw .invalid(prefix(20).joined(separator: "; ")) } }
}
