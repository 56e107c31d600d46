internal import FeatureKit
internal import NotificationsContracts

/// What came of deliveries by one channel about one kind.
@Record struct Figure: Hashable {
    /// The channel; absent where none was left.
    var channel: DeliveryChannel?
    /// Who brought it, where it is a push.
    var service: PushAddress.Service?
    /// What it was about.
    var kind: String
    /// How many by outcome, and how many are waiting for their first channel or to be tried again.
    var counts: [String: Int] = [:]
}

/// What came of deliveries.
@Record struct FigureList: Equatable {
    /// The most rows of the log that are counted, the newest ones.
    static let mostRows = 100_000
    /// The most jobs of each queue that are counted, the oldest ones.
    static let mostWaiting = 20_000

    /// Each channel and kind, the most frequent first.
    var items: [Figure]
    /// Whether all of the span was counted; else the newest 100,000 outcomes.
    var isComplete: Bool
}

@Routes("notifications", as: "staffRoutes") extension NotificationService {
    /// Lists what came of deliveries, the newest first.
    /// - Parameter notice: Only those of a notification.
    /// - Parameter channel: Only those by a channel.
    /// - Parameter outcome: Only those that ended like this.
    /// - Parameter limit: How many.
    /// - Parameter after: The cursor of the page before.
    @Get("/staff/deliveries", .role("staff"))
    func deliveries(
        @Text(1...128) notice: String?, channel: DeliveryChannel?, outcome: Delivery.Outcome?,
        @In(1...200) limit: Int = 50, after: PageCursor?
    ) async throws -> Page<Delivery.View> {
        let wanted: [(FieldKey, String?)] = [
            ("notice", notice), ("channel", channel?.rawValue), ("outcome", outcome?.rawValue),
        ]
        return try await deliveries.page(
            PageRequest(limit: limit, after: after),
            where: wanted.compactMap { name, value in value.map { .equals(name, $0) } }, order: .descending(by: "at")
        ) { $0.view }
    }

    /// Counts what came of deliveries by channel and kind, and what waits.
    /// - Parameter from: Since when; a day ago by default.
    /// - Parameter to: Until when; now by default.
    @Get("/staff/figures", .role("staff"))
    func figures(from: Timestamp?, to: Timestamp?) async throws -> FigureList {
        let end = to ?? clock.now
        let span: [StoreCondition] = [.from("at", from ?? end.advanced(by: .seconds(-86_400))), .upTo("at", end)]
        var (figures, counted) = ([Figure: [String: Int]](), 0)
        for try await row in deliveries.all(where: span, order: .descending(by: "at")) {
            if counted == FigureList.mostRows { break }
            counted += 1
            let key = Figure(channel: row.document.channel, service: row.document.service, kind: row.document.kind)
            figures[key, default: [:]][row.document.outcome.rawValue, default: 0] += 1
        }
        for queue in ChannelJob.queues {
            for job in try await store.jobs(queue).waiting(most: FigureList.mostWaiting) {
                let key = Figure(channel: job.channels.first, kind: job.kind)
                figures[key, default: [:]]["waiting", default: 0] += 1
            }
        }
        let items = figures.sorted { $0.value.values.reduce(0, +) > $1.value.values.reduce(0, +) }.prefix(1_000)
        return FigureList(
            items: items.map { Figure(channel: $0.channel, service: $0.service, kind: $0.kind, counts: $1) },
            isComplete: counted < FigureList.mostRows)
    }
}
