@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Learning
import Pages
import Testing

@testable import RiderAcademy
@testable import RiderFeature

/// Who may ask what of the academy: each role at each route.
@Suite(.timeLimit(.minutes(2))) struct RoleTests {
    enum Role: CaseIterable {
        case rider, colleague, manager, otherManager, stranger, staff

        var caller: Caller { .user(key, roles: self == .staff ? ["staff"] : []) }
        var key: String { "accounts:\(self)" }
    }

    /// For whom a route is.
    enum Audience {
        case users, seers, owner, everybody, staff

        /// Whom the host lets through.
        var access: RouteAccess {
            switch self {
            case .everybody: .beforeSigningIn
            case .staff: .role("staff")
            default: .user
            }
        }

        /// With which status the module refuses somebody.
        func status(_ role: Role) -> Int? {
            switch self {
            case .seers: [.rider, .manager, .staff].contains(role) ? nil : 403
            case .owner: role == .rider ? nil : 404
            default: nil
            }
        }
    }

    /// What there is: a course that the rider has completed, an attempt of the rider's and a certificate.
    struct Setting {
        var course, draft: ID<Course>
        var lesson, quiz, draftLesson: ID<Lesson>
        var attempt: ID<Attempt>
        var code: String
    }

    struct Row {
        let name: String
        let audience: Audience
        let access: RouteAccess
        let refusal: (Probe, Setting, Caller) async throws -> RouteError?

        init<Request, Reply>(
            _ route: Route<Request, Reply>, _ audience: Audience, _ request: @escaping (Setting) -> Request
        ) {
            (name, self.audience, access) = (route.name, audience, route.access)
            refusal = { probe, setting, caller in
                try await probe.refusal { try await probe.call(route, request(setting), as: caller) }
            }
        }
    }

    static var rows: [Row] {
        [
            Row(AcademyService.courseListRoute, .users) { _ in Nothing() },
            Row(AcademyService.lessonListRoute, .users) { .init(course: $0.course) },
            Row(AcademyService.progressOfRoute, .seers) { _ in .init(userId: Role.rider.key) },
            Row(AcademyService.lessonEventRoute, .users) { .init(lesson: $0.lesson, isFinished: true) },
            Row(AcademyService.attemptBeginRoute, .users) { .init(lesson: $0.quiz) },
            Row(AcademyService.attemptAnswerRoute, .owner) { .init(attempt: $0.attempt, answers: ["q": 1]) },
            Row(AcademyService.certificateRoute, .owner) { .init(course: $0.course, format: .html) },
            Row(AcademyService.certificateVerifyRoute, .everybody) { .init(code: $0.code) },
            Row(AcademyService.certificateRevokeRoute, .staff) { .init(code: $0.code, reason: "R") },
            Row(AcademyService.certificateRestoreRoute, .staff) { .init(code: $0.code) },
            Row(AcademyService.courseAddRoute, .staff) { _ in .init(title: "C") },
            Row(AcademyService.courseChangeRoute, .staff) { .init(course: $0.course, title: "C") },
            Row(AcademyService.lessonAddRoute, .staff) { .init(course: $0.course, lesson: .init(title: "L")) },
            Row(AcademyService.lessonChangeRoute, .staff) { .init(lesson: $0.lesson, title: "L") },
            Row(AcademyService.lessonOrderRoute, .staff) { .init(course: $0.course, lessons: [$0.lesson]) },
            Row(AcademyService.lessonRemoveRoute, .staff) { .init(lesson: $0.draftLesson) },
            Row(AcademyService.certificateIssueRoute, .users) { .init(course: $0.course) },
        ]
    }

    @Test func `every route of the academy is in the table`() {
        let served = AcademyService.allContracts.filter { $0.role == .serves }.map(\.name)
        #expect(Set(Self.rows.map(\.name)) == Set(served) && Self.rows.count == served.count)
    }

    @Test(arguments: Role.allCases) func `a role may what is meant for it`(_ role: Role) async throws {
        for row in Self.rows {
            #expect(row.access == row.audience.access, "\(row.name)")
            // The host lets nobody else through to what is for staff.
            guard row.access != .role("staff") || role == .staff else { continue }
            try await withFeature(Rider.self, settings: .init()) { probe in
                let setting = try await setUp(probe)
                let refusal = try await row.refusal(probe, setting, role.caller)
                // Nobody else has completed the course.
                let others = row.name == AcademyService.certificateIssueRoute.name && role != .rider ? 409 : nil
                #expect(
                    refusal?.status == row.audience.status(role) ?? others,
                    "\(row.name) by \(role): \(refusal?.detail ?? "allowed")")
            }
        }
    }

    /// A draft is there for staff alone, and what is seen of a rider ends with their work for the franchise.
    @Test func `drafts are for staff, and managers lose sight of who leaves`() async throws {
        try await withFeature(Rider.self, settings: .init()) { probe in
            let setting = try await setUp(probe)
            for role in Role.allCases {
                let refusals = [
                    try await probe.refusal {
                        try await probe.call(
                            AcademyService.lessonListRoute, .init(course: setting.draft), as: role.caller)
                    },
                    try await probe.refusal {
                        try await probe.call(
                            AcademyService.progressOfRoute, .init(userId: Role.manager.key), as: role.caller)
                    },
                ]
                #expect(refusals[0]?.status == (role == .staff ? nil : 404), "\(role)")
                #expect(refusals[1]?.status == ([.manager, .staff].contains(role) ? nil : 403), "\(role)")
            }
            let franchises = try await probe.call(
                RiderService.franchiseListRoute, PageRequest(), as: Role.manager.caller)
            _ = try await probe.call(
                RiderService.memberRemoveRoute,
                .init(franchise: ID(franchises.items[0].id.text), person: Role.rider.key), as: Role.staff.caller)
            let refusal = try await probe.refusal {
                try await probe.call(
                    AcademyService.progressOfRoute, .init(userId: Role.rider.key), as: Role.manager.caller)
            }
            #expect(refusal?.status == 403)
        }
    }

    private func setUp(_ probe: Probe) async throws -> Setting {
        let (staff, rider) = (Role.staff.caller, Role.rider.caller)
        for (name, members) in [
            ("Centro", [(Role.rider, FranchiseMember.Role.rider), (.colleague, .rider), (.manager, .manager)]),
            ("Norte", [(.otherManager, .manager)]),
        ] {
            let made = try await probe.call(RiderService.franchiseAddRoute, .init(name: name), as: staff)
            for (role, work) in members {
                _ = try await probe.call(
                    RiderService.memberPutRoute,
                    .init(franchise: ID(made.id.text), person: role.key, name: "N", role: work), as: staff)
            }
        }
        func course(_ lesson: Lesson.Draft, _ status: Course.Status) async throws -> (ID<Course>, ID<Lesson>) {
            let made = try await probe.call(AcademyService.courseAddRoute, .init(title: "C"), as: staff)
            let added = try await probe.call(
                AcademyService.lessonAddRoute, .init(course: ID(made.id.text), lesson: lesson), as: staff)
            _ = try await probe.call(
                AcademyService.courseChangeRoute, .init(course: ID(made.id.text), status: status), as: staff)
            return (ID(made.id.text), ID(added.id.text))
        }
        let (open, lesson) = try await course(.init(title: "L"), .active)
        let pool = [Question(id: "q", text: "?", answers: ["a", "b"], right: 1)]
        let (_, quiz) = try await course(.init(title: "Q", quiz: Quiz(pool: pool)), .active)
        let (draft, draftLesson) = try await course(.init(title: "L"), .draft)
        _ = try await probe.call(
            AcademyService.lessonEventRoute, .init(lesson: lesson, isFinished: true), as: rider)
        let attempt = try await probe.call(AcademyService.attemptBeginRoute, .init(lesson: quiz), as: rider)
        let certificate = try await probe.call(AcademyService.certificateIssueRoute, .init(course: open), as: rider)
        return Setting(
            course: open, draft: draft, lesson: lesson, quiz: quiz, draftLesson: draftLesson,
            attempt: ID(attempt.id.text), code: certificate.code)
    }
}
