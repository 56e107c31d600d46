internal import FeatureKit
internal import Learning

@Routes("rider", as: "courseRoutes") extension AcademyService {
    /// The courses that riders see, in their order; all of them for staff.
    @Get("/academy/courses", .user)
    func courseList(_ call: Call) async throws -> [Course.View] {
        let wanted: [StoreCondition] = call.owns(nil, orHas: "staff") ? [] : Course.isActive
        let found = try await store.read { try $0.all(courses, where: wanted) }
        return found.sorted { ($0.document.order, $0.id) < ($1.document.order, $1.id) }.map(\.view)
    }

    /// Adds a course, which riders don't see before it has lessons.
    @Post("/academy/courses", .role("staff"))
    func courseAdd(_ draft: Course.Draft) async throws -> Course.View {
        try await store.transaction { tx in
            guard try tx.count(courses) < Course.most else { throw AcademyRefusal.tooManyCourses(most: Course.most) }
            let course = Course(draft, createdAt: clock.now, updatedAt: clock.now)
            try check(course, tx)
            return try tx.insert(courses, course).view
        }
    }

    /// Changes a course, publishes it or puts it into the archive.
    @Patch("/academy/courses/{course}", .role("staff"))
    func courseChange(_ request: Course.Change, _ call: Call) async throws -> Course.View {
        try await store.transaction { tx in
            let old = try seen(request.course, call, tx)
            var new = try old.changed(by: request)
            try check(new, insteadOf: old, tx)
            new.updatedAt = clock.now
            return try tx.put(courses, new, id: old.id).view
        }
    }

    // MARK: - Parts

    /// Refuses a course that riders would see without lessons, or that would require what can't be required.
    private func check(_ new: Course, insteadOf old: Stored<Course>? = nil, _ snapshot: StoreSnapshot) throws {
        guard new.status != .active || new.lessonCount > 0 else { throw AcademyRefusal.noLessons }
        // What went into the archive since it was required is no reason to refuse another change.
        let added = new.requires.filter { old?.document.requires.contains($0) != true }
        for id in added {
            guard let course = try snapshot.get(courses, id)?.document else {
                throw AcademyRefusal.noRequired(course: id.text)
            }
            // Drafts can be required, since they may be published together.
            guard course.status != .archived else { throw AcademyRefusal.archived(title: course.title) }
        }
        func required(by id: ID<Course>) throws -> [ID<Course>] {
            try snapshot.get(courses, id)?.document.requires ?? []
        }
        if let old, try Prerequisites.lead(from: added, to: old.key, requires: required) {
            throw AcademyRefusal.requiresItself(title: new.title)
        }
    }

    /// A course that the caller may see; what is a draft or in the archive is for staff.
    func seen(_ id: ID<Course>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Course> {
        guard let course = try snapshot.get(courses, id),
            course.document.status == .active || call.owns(nil, orHas: "staff")
        else { throw AcademyRefusal.noCourse }
        return course
    }
}
