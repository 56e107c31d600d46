internal import Calendars
internal import Crypto
internal import FeatureKit
internal import WebPush

/// What an app needs to subscribe a browser.
@Record struct PushKey: Equatable {
    /// The public key, the applicationServerKey of a subscription, in base64url.
    var key: String
}

/// The browsers of a person.
@Record struct Browsers: Equatable {
    /// Each one.
    @Count(0...PushAddress.mostPerPerson) var items: [PushAddress.View]
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
        if let quiet = request.quiet {
            guard TimeOfDay(quiet.from) != nil, TimeOfDay(quiet.to) != nil, (try? zones.zone(quiet.zone)) != nil else {
                throw NotificationRefusal.quietHours
            }
        }
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

    /// Has a browser told; one that is known already changes hands.
    /// - Parameter endpoint: The subscription's endpoint.
    /// - Parameter p256dh: Its key p256dh.
    /// - Parameter auth: Its key auth.
    /// - Parameter name: What the caller calls the browser.
    @Post("/browsers", .user)
    func subscribe(
        @Text(1...1_000) endpoint: String, @Text(1...200) p256dh: String, @Text(1...100) auth: String,
        @Text(1...100) name: String?, _ call: Call
    ) async throws -> PushAddress.View {
        let person = try call.user()
        guard channels.push != nil else { throw NotificationRefusal.noPush }
        let isLocal = settings.push?.allowsLocal == true
        guard PushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth, allowsLocalHTTP: isLocal) != nil else {
            throw NotificationRefusal.subscription
        }
        let address = PushAddress(
            person: person, endpoint: endpoint, p256dh: p256dh, auth: auth, name: name, made: clock.now)
        return try await store.transaction { tx in
            if let known = try tx.first(pushAddresses, where: [.equals("endpoint", endpoint)]) {
                return try tx.put(pushAddresses, address, id: known.id)
            }
            guard try tx.count(pushAddresses, where: [.equals("person", person)]) < PushAddress.mostPerPerson else {
                throw NotificationRefusal.tooManyBrowsers
            }
            return try tx.insert(pushAddresses, address)
        }.view
    }

    /// Lists the caller's browsers.
    @Get("/browsers", .user)
    func browsers(_ call: Call) async throws -> Browsers {
        let kept = try await pushAddresses.query(
            where: [.equals("person", try call.user())], limit: PushAddress.mostPerPerson)
        return Browsers(items: kept.items.map(\.view))
    }

    /// Forgets a browser.
    /// - Parameter browser: Which one.
    @Delete("/browsers/{browser}", .user)
    func forget(browser: ID<PushAddress>, _ call: Call) async throws -> Done {
        let person = try call.user()
        try await store.transaction { tx in
            guard try tx.get(pushAddresses, browser.text)?.document.person == person else {
                throw NotificationRefusal.noBrowser
            }
            try tx.delete(pushAddresses, browser.text)
        }
        return Done()
    }

    /// Takes mails about a kind away from the choice of the person who was sent the link.
    /// - Parameter person: Whose link.
    /// - Parameter kind: What mails are about.
    /// - Parameter seal: What proves that this host made the link.
    @Post("/unsubscribe", .everyone)
    func unsubscribe(
        @Text(1...256) person: String, @Text(1...64) kind: String, @Text(43...43) seal: String
    ) async throws -> Done {
        guard Hash.areEqual(Array(self.seal(of: person, kind).utf8), Array(seal.utf8)) else {
            throw NotificationRefusal.wrongLink
        }
        try await store.transaction { tx in
            var choice = try tx.first(choices, where: [.equals("person", person)])?.document.choice ?? Choice()
            guard choice.channels[kind] != nil || choice.channels.count < Choice.mostKinds else { return }
            choice.channels[kind] = (choice.channels[kind] ?? Channel.allCases).filter { $0 != .mail }
            try choose(choice, person, tx)
        }
        return Done()
    }

    /// The page that a mail's link opens; it asks before it changes anything, since programs open links as well.
    @Get("/unsubscribe", .everyone)
    func unsubscribePage() -> Media { Media(type: "text/html; charset=utf-8", bytes: Array(UnsubscribePage.html.utf8)) }

    private func seal(of person: String, _ kind: String) -> String {
        Base64URL.text(Hash.hmacSHA256(Array("\(person)\u{0}\(kind)".utf8), key: unsubscribeKey))
    }

    /// The link by which a person gets no more mails about a kind; nil where the settings don't say how this host is reached.
    func unsubscribeLink(of person: String, kind: String) -> String? {
        settings.address.map {
            "\($0)/api/v1/notifications/unsubscribe?person=\(Self.encoded(person))&kind=\(Self.encoded(kind))"
                + "&seal=\(seal(of: person, kind))"
        }
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "-._~".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%\(Hex.text([byte]).uppercased())"
        }.joined()
    }
}

/// A page with one button.
enum UnsubscribePage {
    static let html = """
        <!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Correos · Mails</title>
        <body style="font:18px/1.5 sans-serif;max-width:30em;margin:4em auto;padding:0 1em">
        <p id="text">¿No recibir más correos sobre esto?<br>Get no more mails about this?</p>
        <button id="yes" style="font:inherit;padding:.5em 1em">Sí · Yes</button>
        <script>
        document.getElementById("yes").onclick = async () => {
          const answer = await fetch("unsubscribe" + location.search, { method: "POST" });
          document.getElementById("text").textContent = answer.ok
            ? "Hecho. · Done." : "El enlace no es válido. · The link is not valid.";
          document.getElementById("yes").remove();
        };
        </script></body></html>
        """
}
