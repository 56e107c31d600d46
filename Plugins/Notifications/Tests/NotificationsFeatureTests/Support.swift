import FeatureKit
import FeatureTestKit
import Files
import Foundation
import Mail
import NotificationsContracts
import Testing

@testable import NotificationsFeature

let ada = Caller.user("accounts:ada")
let bob = Caller.user("accounts:bob")
let guest = Caller(origin: .http)
let staff = Caller.user("accounts:sam", roles: ["staff"])

extension NotificationRecord {
    /// Something for Ada.
    static func toAda(
        _ id: String, kind: String = "bars.booking", level: NotificationRecord.Level = .info,
        collapseKey: String? = nil,
        title: String = "Tu mesa", until: Timestamp
    ) -> NotificationRecord {
        NotificationRecord(
            id: id, to: Recipient(person: "accounts:ada"), kind: kind, level: level,
            texts: [
                "es": NotificationText(title: title, body: "Te esperamos a las 21:00."),
                "en": NotificationText(title: "Your table", body: "We expect you at 21:00."),
            ], collapseKey: collapseKey, until: until)
    }
}

extension InboxEntry {
    /// An entry of Ada's.
    static func some(number: Int, at now: Timestamp = .init(nanoseconds: 0)) -> InboxEntry {
        InboxEntry(
            person: "accounts:ada", number: Int64(number), notice: "n\(number)", kind: "k", level: .info, title: "t",
            body: "", language: "es", at: now, until: now, kept: now.advanced(by: .hours(1)))
    }
}

/// A folder for mails, which is gone after the test.
final class MailsFolder: Sendable {
    let path: String
    init() { path = FileManager.default.temporaryDirectory.appending(path: "mails-\(UUID())").path }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The mails in it, in the order of their names.
    var mails: [String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".eml") }
            return try names.sorted().map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }
        }
    }
}

/// Runs the module beside an Accounts that knows Ada, Bob and Sam.
func withNotifications(
    _ folder: MailsFolder = MailsFolder(), clock: TestClock = TestClock(), store: MemoryStore = MemoryStore(),
    flags: [String: Value] = [:],
    _ change: (inout Notifications.Settings) -> Void = { _ in }, _ body: (Probe) async throws -> Void
) async throws {
    var settings = Notifications.Settings()
    settings.mail.folder = FilePath(folder.path)
    settings.address = "https://circuit.example"
    change(&settings)
    try await withFeature(Notifications.self, settings: settings, flags: flags, store: store, clock: clock) { probe in
        try probe.serve(.accountContact) { request, _ in
            request.key == "accounts:ada"
                ? AccountContact(email: "ada@circuit.example", language: "en", seatZone: "3")
                : AccountContact(language: "es")
        }
        try probe.serve(.roleHolders) { request, _ in
            RoleHolders(
                items: request.role == "staff"
                    ? [RoleHolder(key: "accounts:sam"), RoleHolder(key: "accounts:bob")] : [])
        }
        try await body(probe)
    }
}

extension Probe {
    /// Sends Ada a notification that is worth an hour.
    func tellAda(
        _ id: String, kind: String = "bars.booking", level: NotificationRecord.Level = .info,
        collapseKey: String? = nil, title: String = "Tu mesa", for duration: Duration = .seconds(3_600)
    ) async throws {
        let notification = NotificationRecord.toAda(
            id, kind: kind, level: level, collapseKey: collapseKey, title: title,
            until: clock.now.advanced(by: duration))
        _ = try await call(.notificationsSend, notification)
    }

    /// What came of deliveries, once there are so many.
    func deliveries(_ count: Int) async throws -> [String] {
        let kept = try store.collection(Delivery.documents)
        let changes = try await kept.changes()
        if try await kept.count() < count {
            for try await _ in changes where try await kept.count() >= count { break }
        }
        return try await kept.query().items.map {
            let by = $0.document.service?.rawValue ?? $0.document.channel?.rawValue ?? "-"
            return "\($0.document.notice) \(by) \($0.document.outcome.rawValue)"
        }.sorted()
    }

    /// What a client is told that listens from now on.
    func news(after lastEventID: String? = nil, zone: Int? = nil, as caller: Caller = ada)
        -> AsyncThrowingStream<StreamEvent, any Error>.Iterator
    {
        replies(of: NotificationService.followRoute, .init(zone: zone, lastEventID: lastEventID), as: caller)
            .makeAsyncIterator()
    }

    func inbox(of caller: Caller = ada) async throws -> [InboxEntry.View] {
        try await call(NotificationService.inboxRoute, .init(), as: caller).items
    }
}
