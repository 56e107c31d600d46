internal import Calendars
internal import Codes
internal import FeatureKit
internal import Pages
internal import QRCodes

/// That somebody has completed a course.
@Record
@Collection("certificates", .unique(\.code), .on(\.userId, \.courseId), person: .deletes(\.userId))
struct Certificate: Equatable {
    /// Who.
    @Text(1...256) var userId: String
    /// Which course.
    @Public var courseId: ID<Course>
    /// The name of the person, as they gave it.
    @Public @Text(1...100) var name: String
    /// The title of the course then.
    @Public @Text(1...200) var title: String
    /// What it is verified by.
    @Public @Text(4...20) var code: String
    /// When the course was completed.
    @Public var completedAt: Timestamp
}

enum CertificateFormat: String, CaseIterable, Shaped { case pdf, png, html }

@Routes("rider", as: "certificateRoutes") extension AcademyService {
    /// The certificate of a course that the caller has completed, with a QR code that verifies it.
    /// - Parameter course: Which course.
    /// - Parameter name: The name that stands on it; the one of the first time counts.
    /// - Parameter format: For printers, as a picture or as a page of the web.
    @Get("/academy/courses/{course}/certificate", .user)
    func certificate(
        course: ID<Course>, @Text(1...100) name: String, format: CertificateFormat = .pdf, _ call: Call
    ) async throws -> Media {
        let user = try call.user()
        let made = try await store.transaction { tx in
            let mine: [StoreCondition] = [.equals("userId", user), .equals("courseId", course)]
            if let known = try tx.first(certificates, where: mine) { return known.document }
            let found = try seen(course, call, tx)
            let progress = try progress(of: user, in: found, tx)
            guard progress.status == .completed, let at = progress.lastAccessed else {
                throw AcademyRefusal.notCompleted
            }
            var generator = SystemRandomNumberGenerator()
            let code = ShortCode.random(12, using: &generator)
            return try tx.insert(
                certificates,
                Certificate(
                    userId: user, courseId: course, name: name, title: found.document.title, code: code, completedAt: at
                )
            ).document
        }
        let page = try made.page(link: "\(facts.webLink)/academy/certificates/\(made.code)")
        switch format {
        case .pdf: return Media(type: "application/pdf", bytes: try page.pdf(at: made.completedAt))
        case .png: return Media(type: "image/png", bytes: try page.png())
        case .html: return Media(type: "text/html; charset=utf-8", bytes: Array(page.html.utf8))
        }
    }

    /// Verifies a certificate by its code: whose it is, and of which course.
    /// - Parameter code: The code.
    @Get("/academy/certificates/{code}", .beforeSigningIn, limit: .per(.address, 60, in: .minutes(1)))
    func certificateVerify(@Text(4...20) code: String) async throws -> Certificate.View {
        guard let typed = ShortCode.normalized(code),
            let found = try await certificates.first(where: [.equals("code", typed)])
        else { throw AcademyRefusal.noCertificate }
        return found.view
    }
}

extension Certificate {
    fileprivate func page(link: String) throws -> PrintedPage {
        var blocks: [PrintedPage.Block] = [
            .space(30), .heading("Certificado"), .text(name), .space(10), .heading(title),
            .text("\(Day(utc: completedAt))\n\(code)"), .space(20),
        ]
        if let png = try QRCode(link).png(scale: 4) {
            blocks.append(.picture(png: png, width: 40, alternative: link))
        }
        return try PrintedPage(.a4, language: "es", title: "\(title): \(name)", blocks)
    }
}
