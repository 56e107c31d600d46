internal import Calendars
internal import Crypto
internal import FeatureKit
internal import WebPush

/// What an app needs to subscribe a browser.
@Record struct PushKey: Equatable {
    /// The public key, the applicationServerKey of a subscription, in base64url.
    var key: String
}

@Routes("notifications", as: "choiceRoutes") extension NotificationService {
    /// Shows what the caller chose to be told.
    @Get("/choices", .user)
    func choices(_ call: Call) async throws -> Choice { try await choice(of: try call.user()) }

    /// Chooses what the caller is told, and how.
    @Put("/choices", .user)
    func choose(_ request: Choice, _ call: Call) async throws -> Choice {
        let person = try call.user()
        if let doubled = request.channels.first(where: { Set($0.value).count != $0.value.count }) {
            throw NotificationRefusal.channelTwice(kind: doubled.key)
        }
        guard request.quiet?.isValid(in: zones) != false else { throw NotificationRefusal.quietHours }
        try await store.transaction { tx in try choose(request, person, tx) }
        return request
    }

    private func choose(_ choice: Choice, _ person: String, _ tx: StoreTransaction) throws {
        let kept = try tx.first(choices, where: [.equals("person", person)])
        try tx.put(choices, StoredChoice(person: person, choice: choice), id: kept?.id ?? SecureRandom.id())
    }

    /// Tells with which key an app subscribes browsers.
    @Get("/push-key", .everyone)
    func pushKey() async throws -> PushKey {
        guard let push = channels.push else { throw NotificationRefusal.noPush }
        return PushKey(key: push.applicationServerKey)
    }

    /// Has a browser or an app's device told; one that is known already changes hands.
    /// - Parameter service: Who brings it there.
    /// - Parameter address: The endpoint of a browser's subscription, or the token of an app's device.
    /// - Parameter p256dh: The subscription's key p256dh.
    /// - Parameter auth: The subscription's key auth.
    /// - Parameter name: What the caller calls the device.
    @Post("/devices", .user)
    func register(
        service: PushAddress.Service = .web, @Text(1...1_000) address: String, @Text(1...200) p256dh: String?,
        @Text(1...100) auth: String?, @Text(1...100) name: String?, _ call: Call
    ) async throws -> PushAddress.View {
        let device = PushAddress(
            person: try call.user(), service: service, address: address, p256dh: p256dh, auth: auth, name: name,
            made: clock.now)
        guard channels.has(service) else { throw NotificationRefusal.noPush }
        guard device.isToken || channels.subscription(device) != nil else { throw NotificationRefusal.subscription }
        return try await store.transaction { tx in
            if let known = try tx.first(pushAddresses, where: [.equals("address", address)]) {
                return try tx.put(pushAddresses, device, id: known.id)
            }
            let own: [StoreCondition] = [.equals("person", device.person)]
            guard try tx.count(pushAddresses, where: own) < PushAddress.mostPerPerson else {
                throw NotificationRefusal.tooManyDevices
            }
            return try tx.insert(pushAddresses, device)
        }.view
    }

    /// Lists the caller's browsers and devices.
    @Get("/devices", .user)
    func devices(_ call: Call) async throws -> Page<PushAddress.View> {
        let own: [StoreCondition] = [.equals("person", try call.user())]
        return try await pushAddresses.page(PageRequest(limit: PushAddress.mostPerPerson), where: own) { $0.view }
    }

    /// Forgets a device.
    @Delete("/devices/{device}", .user)
    func forget(device: ID<PushAddress>, _ call: Call) async throws -> Done {
        let person = try call.user()
        try await store.transaction { tx in
            guard try tx.get(pushAddresses, device.text)?.document.person == person else {
                throw NotificationRefusal.noDevice
            }
            try tx.delete(pushAddresses, device.text)
        }
        return Done()
    }

    /// Takes mails about a kind away from the choice of the person who was sent the link.
    /// - Parameter link: The last part of the link.
    /// - Parameter body: Anything: mail programs send a form (RFC 8058).
    @Post("/unsubscribe/{link}", .everyone)
    func unsubscribe(@Text(1...800) link: String, body: Media) async throws -> Done {
        let parts = link.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let person = Self.text(parts[0]), let kind = Self.text(parts[1]),
            Hash.areEqual(Array(seal(of: person, kind).utf8), Array(parts[2].utf8))
        else { throw NotificationRefusal.wrongLink }
        try await store.transaction { tx in
            var choice = try tx.first(choices, where: [.equals("person", person)])?.document.choice ?? Choice()
            guard choice.channels[kind] != nil || choice.channels.count < Choice.mostKinds else { return }
            choice.channels[kind] = (choice.channels[kind] ?? Channel.allCases).filter { $0 != .mail }
            try choose(choice, person, tx)
        }
        return Done()
    }

    /// The page that a mail's link opens; it asks before it changes anything, since programs open links as well.
    /// - Parameter link: The last part of the link.
    @Get("/unsubscribe/{link}", .everyone)
    func unsubscribePage(@Text(1...800) link: String) -> Media {
        Media(type: "text/html; charset=utf-8", bytes: PackageResources.unsubscribe_html)
    }

    private func seal(of person: String, _ kind: String) -> String {
        Base64URL.text(Hash.hmacSHA256(Array("\(person)\u{0}\(kind)".utf8), key: unsubscribeKey))
    }

    /// The link by which a person gets no more mails about a kind; nil where the settings don't say how this host is reached.
    func unsubscribeLink(of person: String, kind: String) -> String? {
        settings.address.map { address in
            let parts = [person, kind].map { Base64URL.text(Array($0.utf8)) } + [seal(of: person, kind)]
            return "\(address)/api/v1/notifications/unsubscribe/\(parts.joined(separator: "."))"
        }
    }

    private static func text(_ part: String) -> String? {
        // Four letters stand for three bytes.
        Base64URL.bytes(part, count: part.utf8.count * 3 / 4).map { String(decoding: $0, as: UTF8.self) }
    }
}
