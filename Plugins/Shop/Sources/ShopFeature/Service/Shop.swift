internal import FeatureKit
internal import Media
internal import NotificationsContracts
internal import SearchIndex
internal import ShopContracts
internal import WebClient
internal import Webhooks

/// Food and merchandise, ordered from the grandstand, paid once and picked up warm.
@Module struct Shop: Feature, Reconfigurable {
    private static let routes = [
        ShopService.catalogueRoutes, ShopService.productRoutes, ShopService.importRoutes, ShopService.pointRoutes,
        ShopService.promotionRoutes, ShopService.cartRoutes, ShopService.checkoutRoutes, ShopService.orderRoutes,
        ShopService.paymentRoutes, ShopService.testPaymentRoutes, ShopService.stripeRoutes, ShopService.appStoreRoutes,
        ShopService.entitlementRoutes,
        ShopService.kitchenRoutes, ShopService.figureRoutes, ShopService.ledgerRoutes, ShopService.receiptRoutes,
    ]
    static let contracts =
        ShopService.contracts + routes.flatMap(\.contracts) + [
            .queues(PaymentJob.queue), .queues(WebhookJob.queue), .evaluates(ShopService.express),
            .evaluates(ShopService.banner),
            .evaluates(ShopService.categoryOrder),
            .sends(to: .notificationsSend), .sends(to: .notificationsWithdraw),
        ]
    static let refusals: [any Refusal.Type] = [ShopRefusal.self, ImageRefusal.self, SearchRefusal.self]

    private let running = Lock<ShopService?>(nil)

    func run() async throws {
        let service = try ShopService(settings, context)
        let (payments, webhooks) = (
            try context.store.jobs(PaymentJob.queue), try context.store.jobs(WebhookJob.queue)
        )
        if settings.demo { try await service.seedDemo() }
        try await service.readCatalogue()
        try await service.resume()
        for group in Self.routes { try group.serve(by: service, on: context.routes) }
        running.withLock { $0 = service }
        if settings.payment.takesPlayMoney { context.log.warning("play money is taken: the test processor is on") }
        context.ready()
        try await withThrowingTaskGroup(of: Void.self) { [context] group in
            // What sends goes on until the jobs that were begun have ended.
            group.addTask { try await service.sender.run() }
            group.addTask {
                await withTaskGroup { group in
                    group.addTask { await service.keepTime() }
                    group.addTask {
                        await payments.run(
                            on: context.clock, log: context.log, atOnce: 16,
                            ended: { attempt, end, tx in try service.ended(attempt, end, tx) }
                        ) { try await service.perform($0) }
                    }
                    group.addTask {
                        await webhooks.run(on: context.clock, log: context.log, atOnce: 8) {

                            try await service.settings.webhooks.deliver($0, by: service.sender, now: context.clock.now)
                        }
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        guard let service = running.withLock({ $0 }) else { return .restart }
        service.current.withLock { $0 = settings }
        return .applied
    }
}
