import FeatureKit
import FeatureTestKit
import Testing

@testable import RiderAcademy
@testable import RiderFeature

/// What the academy keeps has bounds.
@Suite(.timeLimit(.minutes(1))) struct BoundTests {
    private let staff = Caller.user("accounts:eve", roles: ["staff"])

    @Test func `a course has as many lessons as it may, and one goes where one went`() async throws {
        try await withFeature(Rider.self, settings: .init()) { probe in
            let course = try await probe.call(AcademyService.courseAddRoute, .init(title: "Long"), as: staff)
            let id = ID<Course>(course.id.text)
            func add() async throws -> Lesson.View {
                try await probe.call(
                    AcademyService.lessonAddRoute, .init(course: id, lesson: .init(title: "L")), as: staff)
            }
            var added: [Lesson.View] = []
            for _ in 0..<Lesson.most { added.append(try await add()) }
            #expect(added.map(\.order) == Array(1...Lesson.most))
            let refusal = try await probe.refusal { try await add() }
            #expect(refusal?.code == "full" && refusal?.detail == "A course has 200 lessons at most.")
            // As many can be put into another order at once.
            let turned = try await probe.call(
                AcademyService.lessonOrderRoute, .init(course: id, lessons: added.reversed().map { ID($0.id.text) }),
                as: staff)
            #expect(turned.map(\.id) == added.reversed().map(\.id))
            _ = try await probe.call(
                AcademyService.lessonRemoveRoute, .init(lesson: ID(added[7].id.text)), as: staff)
            #expect(try await add().order == Lesson.most)
        }
    }

    @Test func `there are as many courses as there may be`() async throws {
        try await withFeature(Rider.self, settings: .init()) { store, _ in
            let courses = try store.collection(Course.documents)
            let course = Course(
                title: "C", status: .archived, createdAt: .init(nanoseconds: 0), updatedAt: .init(nanoseconds: 0))
            try await store.transaction { tx in
                for _ in 1..<Course.most { try tx.insert(courses, course) }
            }
        } _: { probe in
            let last = try await probe.call(AcademyService.courseAddRoute, .init(title: "Last"), as: staff)
            let refusal = try await probe.refusal {
                try await probe.call(AcademyService.courseAddRoute, .init(title: "More"), as: staff)
            }
            #expect(refusal?.code == "full" && refusal?.detail == "There are 1000 courses at most.")
            let all = try await probe.call(AcademyService.courseListRoute, Nothing(), as: staff)
            #expect(all.count == Course.most && all.contains { $0.id == last.id })
        }
    }
}
