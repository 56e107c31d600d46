import FeatureKit
import FeatureTestKit
import Foundation
import LibraryTestSupport
import NotificationsContracts
import Pages
import Testing

@testable import RiderAcademy
@testable import RiderFeature

@Suite(.timeLimit(.minutes(1))) struct CertificateTests {
    private let staff = Caller.user("accounts:eve", roles: ["staff"])
    private let ana = Caller.user("accounts:ana")

    /// Another program reads the code of the certificate, and its link says whose it is.
    @Test func `a certificate is in the name of the franchise and verified by its code`() async throws {
        try await withFeature(Rider.self, settings: .init(webLink: "https://circuit.example")) { probe in
            let id = try await completedCourse(probe)
            // Who asks twice at once has one.
            async let first = probe.call(AcademyService.certificateIssueRoute, .init(course: id), as: ana)
            async let second = probe.call(AcademyService.certificateIssueRoute, .init(course: id), as: ana)
            let made = try await first
            #expect(try await second == made && made.name == "Ana Ruiz" && made.title == "On the road")
            let picture = try await probe.call(
                AcademyService.certificateRoute, .init(course: id, format: .png), as: ana)
            let link = try zbarText(in: picture.bytes).filter { !$0.isNewline }
            #expect(link == "https://circuit.example/academy/certificates/\(made.code)")
            let found = try await probe.call(
                AcademyService.certificateVerifyRoute, .init(code: made.code.lowercased()), as: .anybody)
            #expect(found == made)
        }
    }

    @Test(arguments: [
        (nil, "Certificado", "Ana Ruiz ha completado el curso"), ("es-MX", "Certificado", "Completado el 1970-01-01"),
        ("en-GB", "Certificate", "Ana Ruiz has completed the course"), ("de", "Certificado", "Código: "),
    ]) func `a certificate speaks the person's language`(language: String?, heading: String, sentence: String)
        async throws
    {
        try await withFeature(Rider.self, settings: .init(), clock: TestClock(now: .init(nanoseconds: 0))) { probe in
            let id = try await completedCourse(probe)
            let made = try await probe.call(AcademyService.certificateIssueRoute, .init(course: id), as: ana)
            let key = ana.key
            try probe.serve(.accountContact) { request, _ in
                AccountContact(language: request.key == key ? language : "en")
            }
            let pdf = try await probe.call(AcademyService.certificateRoute, .init(course: id, format: .pdf), as: ana)
            let text = try pdfText(pdf.bytes)
            for part in [heading, sentence, "On the road", made.code] { #expect(text.contains(part), "\(text)") }
            let page = try await probe.call(AcademyService.certificateRoute, .init(course: id, format: .html), as: ana)
            let html = String(decoding: page.bytes, as: UTF8.self)
            #expect(html.contains("<h1>\(heading)</h1>"))
            #expect(html.contains("<html lang=\"\(heading == "Certificate" ? "en" : "es")"))
            probe.withdraw(.accountContact)
            let alone = try await probe.call(AcademyService.certificateRoute, .init(course: id, format: .pdf), as: ana)
            #expect(try pdfText(alone.bytes).contains("ha completado el curso"))
        }
    }

    /// A course that Ana, a rider, has completed.
    private func completedCourse(_ probe: Probe) async throws -> ID<Course> {
        let franchise = try await probe.call(RiderService.franchiseAddRoute, .init(name: "Centro"), as: staff)
        _ = try await probe.call(
            RiderService.memberPutRoute,
            .init(franchise: ID(franchise.id.text), person: ana.key ?? "", name: "Ana Ruiz"), as: staff)
        let course = try await probe.call(AcademyService.courseAddRoute, .init(title: "On the road"), as: staff)
        let id = ID<Course>(course.id.text)
        let lesson = try await probe.call(
            AcademyService.lessonAddRoute, .init(course: id, lesson: .init(title: "Helmet")), as: staff)
        _ = try await probe.call(AcademyService.courseChangeRoute, .init(course: id, status: .active), as: staff)
        _ = try await probe.call(
            AcademyService.lessonEventRoute, .init(lesson: ID(lesson.id.text), isFinished: true), as: ana)
        return id
    }

    /// The text that a program of another project reads in a PDF.
    private func pdfText(_ bytes: [UInt8]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "rider-\(UUID()).pdf")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pdftotext", "-layout", file.path(), "-"]
        process.standardOutput = pipe
        try process.run()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
