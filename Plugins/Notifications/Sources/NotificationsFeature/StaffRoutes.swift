internal import FeatureKit
internal import NotificationsContracts

@Routes("notifications", as: "staffRoutes") extension NotificationService {
    /// Lists what came of deliveries, the newest first.
    /// - Parameter notice: Only those of a notification.
    /// - Parameter limit: How many.
    /// - Parameter after: The cursor of the page before.
    @Get("/staff/deliveries", .role("staff"))
    func deliveries(@Text(1...128) notice: String?, @In(1...200) limit: Int = 50, after: PageCursor?) async throws
        -> Page<Delivery.View>
    {
        guard let notice else {
            return try await deliveries.page(
                PageRequest(limit: limit, after: after), order: .descending(by: "at")
            ) { $0.view }
        }
        return try await deliveries.page(
            PageRequest(limit: limit, after: after), where: [.equals("notice", notice)]
        ) { $0.view }
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
        let id = ID<Notice>.random().text
        return try await send(
            NotificationRecord(
                id: "test \(id)", to: Recipient(person: try call.user()), kind: "notifications.test", level: level,
                texts: ["es": text, "en": text], until: clock.now.advanced(by: .seconds(3_600))))
    }
}
