import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Testing

@testable import RiderAcademy
@testable import RiderFeature

@Suite(.timeLimit(.minutes(1))) struct CertificateTests {
    private let staff = Caller.user("accounts:eve", roles: ["staff"])
    private let ana = Caller.user("accounts:ana")

    /// Another program reads the code of the certificate, and its link says whose it is.
    @Test func `a certificate is verified by its code`() async throws {
        try await withFeature(Rider.self, settings: .init(webLink: "https://circuit.example")) { probe in
            let course = try await probe.call(AcademyService.courseAddRoute, .init(title: "On the road"), as: staff)
            let id = ID<Course>(course.id.text)
            let lesson = try await probe.call(
                AcademyService.lessonAddRoute, .init(course: id, lesson: .init(title: "Helmet")), as: staff)
            _ = try await probe.call(
                AcademyService.courseChangeRoute, .init(course: id, status: .active), as: staff)
            _ = try await probe.call(
                AcademyService.lessonEventRoute, .init(lesson: ID(lesson.id.text), isFinished: true), as: ana)
            let picture = try await probe.call(
                AcademyService.certificateRoute, .init(course: id, name: "Ana Ruiz", format: .png), as: ana)
            let link = try zbarText(in: picture.bytes).filter { !$0.isNewline }
            #expect(link.hasPrefix("https://circuit.example/academy/certificates/"))
            let code = String(try #require(link.split(separator: "/").last))
            let found = try await probe.call(AcademyService.certificateVerifyRoute, .init(code: code), as: .anybody)
            #expect(found.name == "Ana Ruiz" && found.title == "On the road")
            let pdf = try await probe.call(
                AcademyService.certificateRoute, .init(course: id, name: "Ana", format: .pdf), as: ana)
            #expect(pdf.bytes.starts(with: "%PDF".utf8))
        }
    }
}
