internal import FeatureKit
internal import Mail
internal import NotificationsContracts

/// What modules send, each kind by an example.
@Record struct SampleList: Equatable {
    /// Each one, by its kind.
    @Count(0...1_000) var items: [NotificationSample]
}

/// How something is mailed.
@Record struct Preview: Equatable {
    /// The subject.
    var subject: String
    /// The text, for readers that show no HTML.
    var text: String
    /// The page.
    var html: String?
}

@Routes("notifications", as: "sampleRoutes") extension NotificationService {
    /// Shows staff what modules send, each kind by an example.
    @Get("/staff/samples", .role("staff"))
    func samples() -> SampleList {
        SampleList(items: knownSamples.withLock { $0.values.sorted { $0.kind < $1.kind } })
    }

    /// Shows staff how an example is mailed.
    /// - Parameter kind: What it is about.
    /// - Parameter language: In which language.
    @Get("/staff/samples/{kind}", .role("staff"))
    func preview(@Text(1...64) kind: String, @Text(2...35) language: String = "es", _ call: Call) throws -> Preview {
        guard let sample = knownSamples.withLock({ $0[kind] }) else { throw NotificationRefusal.noSample }
        let mail = channels.message(
            sample.texts.text(in: language).text, "sample", to: "you@circuit.example", in: language, at: clock.now,
            unsubscribe: unsubscribeLink(of: try call.user(), kind: kind))
        return Preview(subject: mail.subject, text: mail.text, html: mail.html)
    }

    /// Sends the caller an example, as a module would.
    /// - Parameter kind: What it is about.
    @Post("/staff/samples/{kind}", .role("staff"))
    func sendSample(@Text(1...64) kind: String, _ call: Call) async throws -> Done {
        guard let sample = knownSamples.withLock({ $0[kind] }) else { throw NotificationRefusal.noSample }
        return try await send(sample, to: try call.user())
    }

    /// Sends the caller a notification as a module would, to see how it arrives.
    /// - Parameter title: One line.
    /// - Parameter body: The rest.
    /// - Parameter level: How much it matters.
    @Post("/staff/test", .role("staff"))
    func test(
        @Text(1...200) title: String, @Text(0...4_000) body: String = "", level: NotificationRecord.Level = .important,
        _ call: Call
    ) async throws -> Done {
        let text = NotificationText(title: title, body: body)
        let sample = NotificationSample(kind: "notifications.test", level: level, texts: ["es": text, "en": text])
        return try await send(sample, to: try call.user())
    }

    private func send(_ sample: NotificationSample, to person: String) async throws -> Done {
        try await send(
            NotificationRecord(
                id: "test \(ID<Notice>.random().text)", to: Recipient(person: person), kind: sample.kind,
                level: sample.level, texts: sample.texts, until: clock.now.advanced(by: .seconds(3_600))))
    }

    /// Takes the examples of modules until the module is asked to stop.
    func followSamples(_ messages: Messages<NotificationSample>) async {
        for await sample in messages { knownSamples.withLock { $0[sample.payload.kind] = sample.payload } }
    }
}
