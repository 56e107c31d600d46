internal import Codes
internal import FeatureKit
internal import Learning
internal import NotificationsContracts
internal import Pages
internal import Texts

@Routes("rider", as: "certificateRoutes") extension AcademyService {
    /// Issues the certificate of a course that the caller has completed, in the name that the franchise knows; once.
    @Post("/academy/courses/{course}/certificate", .user)
    func certificateIssue(course: ID<Course>, _ call: Call) async throws -> Certificate.View {
        let user = try call.user()
        return try await store.transaction { tx in
            if let known = try certificate(of: user, course, tx) { return known.view }
            // Also of a course that went into the archive since.
            guard let found = try tx.get(courses, course) else { throw AcademyRefusal.noCourse }
            guard let at = try progress(of: user, in: course, tx).completedAt else { throw AcademyRefusal.notCompleted }
            guard let name = try facts.name(of: user, tx) else { throw AcademyRefusal.noName }
            var generator = SystemRandomNumberGenerator()
            let made = Certificate(
                userId: user, courseId: course, name: name, title: found.document.title,
                code: ShortCode.random(12, using: &generator), completedAt: at)
            return try tx.insert(certificates, made).view
        }
    }

    /// The certificate that was issued to the caller, in their language, with a QR code that verifies it.
    /// - Parameter format: For printers, as a picture or as a page of the web.
    @Get("/academy/courses/{course}/certificate", .user)
    func certificate(course: ID<Course>, format: PrintedPage.Format = .pdf, _ call: Call) async throws -> Media {
        let user = try call.user()
        let known = try await store.read { try certificate(of: user, course, $0) }
        guard let made = known?.document else { throw AcademyRefusal.noCertificate }
        let link = "\(facts.webLink)/academy/certificates/\(made.code)"
        // In Spanish where Accounts does not tell what the person chose.
        let contact = try? await bus.request(.accountContact, AccountKey(key: user), within: .seconds(2))
        let language = texts.language(near: contact?.language ?? "es")
        return try made.page(in: language, texts, link: link).media(format, at: made.completedAt)
    }

    /// Verifies a certificate by its code: whose it is, of which course, and whether it was revoked.
    /// - Parameter code: The code.
    @Get("/academy/certificates/{code}", .beforeSigningIn, limit: .per(.address, 60, in: .minutes(1)))
    func certificateVerify(@Text(4...20) code: String) async throws -> Certificate.View {
        try await store.read { try certificate(code, $0).view }
    }

    /// Revokes a certificate; a second time changes nothing.
    /// - Parameter code: The code.
    /// - Parameter reason: Why, for the person whose it is.
    @Put("/academy/certificates/{code}/revocation", .role("staff"))
    func certificateRevoke(@Text(4...20) code: String, @Text(1...200) reason: String) async throws -> Certificate.View {
        try await store.transaction { tx in
            try tx.update(certificates, certificate(code, tx).key) {
                if $0.revokedAt == nil { ($0.revokedAt, $0.reason) = (clock.now, reason) }
            }.view
        }
    }

    /// Takes it back that a certificate was revoked.
    /// - Parameter code: The code.
    @Delete("/academy/certificates/{code}/revocation", .role("staff"))
    func certificateRestore(@Text(4...20) code: String) async throws -> Certificate.View {
        try await store.transaction { tx in
            try tx.update(certificates, certificate(code, tx).key) { ($0.revokedAt, $0.reason) = (nil, nil) }.view
        }
    }

    // MARK: - Parts

    /// What somebody was issued; refuses what was revoked.
    private func certificate(
        of user: String, _ course: ID<Course>, _ snapshot: StoreSnapshot
    ) throws -> Stored<Certificate>? {
        let found = try snapshot.first(certificates, where: [.equals("userId", user), .equals("courseId", course)])
        if let found = found?.document, found.revokedAt != nil {
            throw AcademyRefusal.revoked(reason: found.reason ?? "")
        }
        return found
    }

    private func certificate(_ code: String, _ snapshot: StoreSnapshot) throws -> Stored<Certificate> {
        guard let typed = ShortCode.normalized(code),
            let found = try snapshot.first(certificates, where: [.equals("code", typed)])
        else { throw AcademyRefusal.noCertificate }
        return found
    }
}
