internal import Calendars
internal import Crypto
internal import FeatureKit
internal import NotificationsContracts
internal import Speech

/// What all routes share.
@Resources struct NotificationService: Sendable {
    let store: Store
    let clock: FeatureClock
    let log: Log
    let bus: Bus
    let flags: Flags

    let notices: StoredCollection<Notice>
    let inbox: StoredCollection<InboxEntry>
    let choices: StoredCollection<StoredChoice>
    let pushAddresses: StoredCollection<PushAddress>
    let deliveries: StoredCollection<Delivery>
    let confirmations: StoredCollection<Confirmation>
    let emergencies: Publisher<Emergency>
    private let keys: StoredValue<UnsubscribeKey>

    let settings: Notifications.Settings
    let channels: Channels
    let streams: Streams
    /// When announcements are over by themselves, or emergencies are repeated.
    let deadlines: Deadlines<String>
    /// What modules send, by its kind.
    let knownSamples: Lock<[String: NotificationSample]>
    /// The devices that speak now.
    let speakers: Lock<[SpeakerID: Speaker]>
    let sounds: SpeechSounds
    let zones: Zones
    let attempts: Lock<[String: [Delivery]]>
    /// How many devices speak at once.
    static let mostSpeakers = 10_000
    /// Signs links to unsubscribe.
    private(set) var unsubscribeKey: [UInt8] = []

    init(_ settings: Notifications.Settings, _ context: FeatureContext) async throws {
        try self.init(
            context, settings: settings, channels: Channels(settings), streams: Streams(),
            deadlines: Deadlines(on: context.clock, limit: Streams.mostHeld), knownSamples: Lock([:]),
            speakers: Lock([:]), sounds: SpeechSounds(), zones: Zones(), attempts: Lock([:]))
        let random = UnsubscribeKey(key: Base64URL.text(SecureRandom.bytes(32)))
        unsubscribeKey = Array(try await keys.get(or: random).key.utf8)
    }

    /// A person's address and language; empty where Accounts has no account of theirs.
    func contact(of person: String, within limit: Duration = .seconds(5)) async throws(RequestError) -> AccountContact {
        try await bus.request(.accountContact, AccountKey(key: person), within: limit)
    }

    func choice(of person: String) async throws -> Choice {
        try await choices.first(where: [.equals("person", person)])?.document.choice ?? Choice()
    }

    /// Deletes what was kept long enough until the module is asked to stop.
    func cleanUpEveryHour() async {
        repeat {
            do {
                let now = clock.now
                try await inbox.deleteAll(where: [.upTo("kept", now)])
                try await notices.deleteAll(where: [.upTo("kept", now)])
                let oldest = now.advanced(by: .zero - settings.keep)
                try await deliveries.deleteAll(where: [.upTo("at", oldest)])
                try await confirmations.deleteAll(where: [.upTo("at", oldest)])
            } catch { log.warning("could not clean up; trying again in an hour", [("error", "\(error)")]) }
        } while (try? await clock.sleep(for: .seconds(3_600))) != nil
    }
}

/// What signs links to unsubscribe.
@Record @Collection("unsubscribe-key") struct UnsubscribeKey: Equatable {
    /// In base64url.
    @Text(43...43) var key: String
}

/// Why this module refuses.
@Refusals enum NotificationRefusal: Equatable {
    @Refuses(400, "A notification goes to one of person, mail, role, zone and everybody.") case recipient
    @Refuses(400, "Texts are by language, such as es or en-GB.") case language
    @Refuses(400, "\"{kind}\" names a channel twice.") case channelTwice(kind: String)
    @Refuses(400, "Quiet hours need two times such as 22:00 and 07:30, and a time zone such as Europe/Madrid.")
    case quietHours
    @Refuses(400, "That is no subscription of a browser, and no token of an app's device.") case subscription
    @Refuses(404, "There is no such entry in your inbox.", code: "not-found") case noEntry
    @Refuses(404, "You have no such device.", code: "not-found") case noDevice
    @Refuses(401, "Sign in, or send the key of your device.", code: "unauthenticated") case noKey
    @Refuses(404, "There is no such announcement now.", code: "not-found") case noAnnouncement
    @Refuses(404, "No module sends that.", code: "not-found") case noSample
    @Refuses(404, "No device of that name listens.", code: "not-found") case noSpeaker
    @Refuses(404, "That is not spoken any more.", code: "not-found") case noUtterance
    @Refuses(503, "That can't be spoken now.", code: "unavailable") case noSound
    @Refuses(503, "Too many devices listen.", code: "unavailable") case tooManySpeakers
    @Refuses(404, "This host tells no such devices.", code: "not-found") case noPush
    @Refuses(403, "The link is not valid.", code: "forbidden") case wrongLink
    @Refuses(409, "At most \(PushAddress.mostPerPerson) devices of a person are told.") case tooManyDevices
}
