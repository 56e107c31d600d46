internal import FeatureKit

@Routes("rider", as: "courseRoutes") extension AcademyService {
    /// The courses that riders see, in their order; all of them for staff.
    @Get("/academy/courses", .user)
    func courseList(_ call: Call) async throws -> [Course.View] {
        let isStaff = call.owns(nil, orHas: "staff")
        let found = try await courses.query(
            where: isStaff ? [] : [.equals("status", Course.Status.active)], limit: Course.most
        ).items
        return found.sorted { ($0.document.order, $0.id) < ($1.document.order, $1.id) }.map(\.view)
    }

    /// Adds a draft of a course.
    @Post("/academy/courses", .role("staff"))
    func courseAdd(_ draft: Course.Draft) async throws -> Course.View {
        try await store.transaction { tx in
            guard try tx.count(courses) < Course.most else { throw AcademyRefusal.tooManyCourses(most: Course.most) }
            let course = Course(draft, createdAt: clock.now, updatedAt: clock.now)
            try check(course.requires, tx)
            return try tx.insert(courses, course).view
        }
    }

    /// Changes a course, publishes it or puts it into the archive.
    @Patch("/academy/courses/{course}", .role("staff"))
    func courseChange(_ request: Course.Change) async throws -> Course.View {
        try await store.transaction { tx in
            guard let old = try tx.get(courses, request.course) else { throw AcademyRefusal.noCourse }
            var new = try old.changed(by: request)
            // What went into the archive since it was required is no reason to refuse another change.
            try check(new.requires.filter { !old.document.requires.contains($0) }, tx)
            if new.requires != old.document.requires {
                let isCircle = try Course.leads(from: new.requires, to: old.key) {
                    try tx.get(courses, $0)?.document.requires ?? []
                }
                guard !isCircle else { throw AcademyRefusal.requiresItself(title: new.title) }
            }
            new.updatedAt = clock.now
            return try tx.put(courses, new, id: old.id).view
        }
    }

    // MARK: - Parts

    /// Refuses courses that can't be required: drafts can, since they may be published together.
    private func check(_ required: [ID<Course>], _ snapshot: StoreSnapshot) throws {
        for id in required {
            guard let course = try snapshot.get(courses, id)?.document else {
                throw AcademyRefusal.noRequired(course: id.text)
            }
            guard course.status != .archived else { throw AcademyRefusal.archivedRequired(title: course.title) }
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
