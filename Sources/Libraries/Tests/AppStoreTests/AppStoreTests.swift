import FeatureKit
import PythonPeer
import Testing

@testable import AppStore

/// Purchases that a chain of certificates vouches for, or does not.
@Suite(.timeLimit(.minutes(1))) struct AppStoreTests {
    private static let signed = 1_795_345_200_000

    private static func purchase(_ more: String = "") -> String {
        """
        {"transactionId": "100", "originalTransactionId": "99", "productId": "tour.old", "bundleId": "org.circuit.app",
        "environment": "Production", "purchaseDate": \(signed), "signedDate": \(signed), "quantity": 1, "price": 4990,
        "currency": "EUR"\(more)}
        """.replacing("\n", with: " ")
    }

    private func withStore(
        _ body: (_ settings: AppStoreSettings, _ sign: (_ payload: String, _ chain: String) async throws -> String)
            async throws -> Void
    ) async throws {
        try await PythonPeer.run("app_store.py") { store in
            let root = try #require(await store.line())
            let settings = AppStoreSettings(bundle: "org.circuit.app", roots: [root])
            try await body(settings) { payload, chain in
                try await store.tell(#"{"payload": \#(payload), "chain": "\#(chain)"}"#)
                return try #require(await store.line())
            }
        }
    }

    private func problem(_ text: String, _ settings: AppStoreSettings) -> AppStoreProblem? {
        do throws(AppStoreProblem) {
            _ = try SignedTransaction(text, settings)
            return nil
        } catch { return error }
    }

    @Test func aPurchaseThatAppleVouchesForIsRead() async throws {
        try await withStore { settings, sign in
            let text = try await sign(Self.purchase(#", "revocationDate": 1795345300000"#), "good")
            let purchase = try SignedTransaction(text, settings)
            #expect(purchase.id == "100" && purchase.originalID == "99" && purchase.product == "tour.old")
            #expect(purchase.price == 4_990 && purchase.currency == "EUR")
            #expect(purchase.bought.seconds == 1_795_345_200 && purchase.revoked?.seconds == 1_795_345_300)
            let pem = "-----BEGIN CERTIFICATE-----\n\(settings.roots[0])\n-----END CERTIFICATE-----\n"
            var other = settings
            other.roots = [pem]
            #expect(problem(text, other) == nil)
        }
    }

    @Test func whatNobodyVouchesForIsRefused() async throws {
        try await withStore { settings, sign in
            let wanted: [(String, AppStoreProblem)] = [
                ("other-root", .chain), ("expired", .chain), ("unmarked", .chain), ("swapped", .chain),
                ("short", .format),
                ("long", .format), ("none", .algorithm), ("hmac", .algorithm),
            ]
            for (chain, expected) in wanted {
                #expect(problem(try await sign(Self.purchase(), chain), settings) == expected, "\(chain)")
            }
            let good = try await sign(Self.purchase(), "good")
            let parts = good.split(separator: ".")
            let other = try await sign(Self.purchase(#", "expiresDate": 1"#), "good").split(separator: ".")
            #expect(problem("\(parts[0]).\(other[1]).\(parts[2])", settings) == .signature)
            for text in ["", "a.b", "a.b.c", String(repeating: "a", count: 70_000), good.replacing(".", with: "..")] {
                #expect(problem(text, settings) == .format)
            }
            // Later than a moment can be.
            let late = Self.purchase().replacing(
                "\"signedDate\": \(Self.signed)", with: "\"signedDate\": 17900000000000")
            #expect(problem(try await sign(late, "good"), settings) == .field("signedDate"))
            // Before the certificates were valid.
            let early = Self.purchase().replacing(
                "\"signedDate\": \(Self.signed)", with: "\"signedDate\": 1000000000000")
            #expect(problem(try await sign(early, "good"), settings) == .chain)
        }
    }

    @Test func aPurchaseOfAnotherAppOrOfTheSandboxIsRefused() async throws {
        try await withStore { settings, sign in
            let text = try await sign(Self.purchase(), "good")
            var other = settings
            other.bundle = "org.other"
            #expect(problem(text, other) == .bundle("org.circuit.app"))
            other = settings
            other.environment = .sandbox
            #expect(problem(text, other) == .environment("Production"))
            let none = try await sign(#"{"signedDate": \#(Self.signed), "bundleId": "org.circuit.app"}"#, "good")
            #expect(problem(none, settings) == .field("environment"))
        }
    }

    @Test func aNotificationAndItsPurchaseAreBothVouchedFor() async throws {
        try await withStore { settings, sign in
            let payload = """
                {"notificationType": "REFUND", "notificationUUID": "u1", "signedDate": \(Self.signed), "transaction": \(Self.purchase())}
                """
            let notification = try StoreNotification(try await sign(payload, "good"), settings)
            #expect(notification.type == "REFUND" && notification.id == "u1" && notification.transaction?.id == "100")
            let forged = try await sign(payload, "other-root")
            #expect(throws: AppStoreProblem.chain) { try StoreNotification(forged, settings) }
        }
    }
}
