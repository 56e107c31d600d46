import Crypto
import FeatureKit
import FeatureTestKit
import PythonPeer
import Testing
import WebJSON
import Webhooks

@testable import ShopFeature

/// Orders are told to others, by a server that takes them.
@Suite(.timeLimit(.minutes(1))) struct WebhookTests {
    private static let secret = "whsec_" + Base64.text(Array(repeating: 7, count: 32))

    @Test func eachStateOfAnOrderIsToldInOrderThoughTheReceiverFails() async throws {
        try await PythonPeer.run("web_server.py", "http") { receiver in
            let address = "http://127.0.0.1:\(try #require(await receiver.line()))/hook"
            _ = await receiver.line()
            var settings = Shop.Settings()
            settings.webhooks = [
                WebhookSettings(
                    name: "till", address: address, secret: Secret(Self.secret),
                    kinds: ["shop.order.paid", "shop.order.cancelled"])
            ]
            try await ShopHarness.open(settings) { shop in
                try await receiver.tell(#"{"status": 503}"#)
                let order = try await shop.order()
                try await shop.pay(order.id)
                _ = try await shop.cancel(order.id)
                var told: [(type: Value?, state: Value?, id: Value?)] = []
                for _ in 1...3 {
                    let line = try #require(await next(receiver, shop.probe))
                    let seen = try JSONText.value(of: Array(line.utf8))
                    guard case .text(let hex)? = seen["body"] else { throw CancellationError() }
                    let body = try JSONText.value(of: try #require(Hex.bytes(hex)))
                    #expect(body["data"]?["id"] == .text(order.id.text) && body["data"]?["pickupCode"] == nil)
                    told.append((body["type"], body["data"]?["state"], seen["fields"]?["webhook-id"]))
                }
                #expect(told.map(\.type) == ["shop.order.paid", "shop.order.paid", "shop.order.cancelled"])
                #expect(told.map(\.state) == ["paid", "paid", "cancelled"])
                #expect(told[0].id == told[1].id && told[1].id != told[2].id)
            }
        }
    }

    /// What the receiver hears next, while time passes.
    private func next(_ receiver: PythonPeer, _ probe: Probe) async -> String? {
        await withTaskGroup(of: String?.self) { group in
            group.addTask { await receiver.line() }
            group.addTask {
                while !Task.isCancelled { await probe.advance(.milliseconds(100)) }
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
