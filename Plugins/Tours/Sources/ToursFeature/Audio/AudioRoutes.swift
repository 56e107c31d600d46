internal import FeatureKit
internal import NotificationsContracts
internal import Speech
internal import TourFiles

/// What the track says aloud, as far as it is read here.
@Record struct TrackSpeech: Equatable {
    enum Language: String, CaseIterable, Shaped { case es, en, ca }
    enum Priority: String, CaseIterable, Shaped { case normal, high, emergency }

    /// What is replaced by the next one with the same id.
    @Text(1...64) let id: String
    /// What to say.
    @Text(1...1_000) let text: String
    /// The language of the text.
    let language: Language
    /// How much it matters.
    let priority: Priority
    /// Whether it cuts off what is played.
    let interrupts: Bool
    /// The status that it comes of; it grows with each one.
    @In(0...9_007_199_254_740_991) let revision: Int

    static let topic = Topic<TrackSpeech>("track.speech")
}

enum AudioAction: String, CaseIterable, Shaped { case play, pause, resume, stop, skip, finished }

@Routes("tours", as: "audioRoutes") extension ToursService {
    /// What a client is to play on a walk: what is played now, and then whatever changes.
    ///
    /// What the track says comes in the same stream; an emergency interrupts, and what it interrupted comes again.
    /// - Parameter lastEventID: The last event that the client had.
    @Stream("/walks/{walk}/audio", .everyone)
    func listen(walk: ID<Walk>, @Text(0...60) lastEventID: String?, _ call: Call, _ out: ReplyStream<PlayEvent>)
        async throws
    {
        _ = try await own(walk, call)
        var player = try await player(of: walk, call)
        var number = lastEventID.flatMap(player.number)
        listeners.withLock { listeners in
            listeners[walk, default: 0] += 1
            news.set(0, for: walk)
        }
        defer {
            listeners.withLock { listeners in
                listeners[walk, default: 1] -= 1
                guard listeners[walk] == 0 else { return }
                listeners[walk] = nil
                news.remove(walk)
            }
        }
        for await _ in try news.values(of: walk) {
            let current = try await self.player(of: walk, call)
            // One that was forgotten, or of a walk that was started again, is another player.
            if current !== player { (player, number) = (current, nil) }
            let (events, last) = player.events(after: number)
            for event in events { try await out.send(PlayEvent(event)) }
            number = last
        }
    }

    /// What is played on a walk now.
    @Get("/walks/{walk}/playing", .everyone)
    func playing(walk: ID<Walk>, _ call: Call) async throws -> PlayEvent {
        PlayEvent(try await player(of: walk, call).now)
    }

    /// Plays, pauses for all but emergencies, goes on, skips what is played, or drops all that waits; or says that something
    /// was played to its end.
    /// - Parameter action: What to do.
    /// - Parameter utterance: What was played to its end.
    /// - Parameter stop: The stop to play, such as again, or where stops are not played by themselves.
    @Post("/walks/{walk}/audio/{action}", .everyone)
    func audioControl(
        walk: ID<Walk>, action: AudioAction, @In(1...Int64.max) utterance: Int64?, stop: ID<Stop>?, _ call: Call
    ) async throws -> PlayEvent {
        let player = try await player(of: walk, call)
        let now = clock.now
        switch action {
        case .pause: tell(walk, player.pause(true, at: now))
        case .resume: tell(walk, player.pause(false, at: now))
        case .play:
            guard let stop else {
                tell(walk, player.pause(false, at: now))
                break
            }
            let stored = try await own(walk, call)
            let trail = try await trail(of: stored.document.route)
            guard stored.document.hasVisited(stop), let found = trail[stop] else { throw ToursRefusal.noStop }
            var again = item(found, stored, trail)
            again.id += ".\(now.nanoseconds)"
            tell(walk, player.replay(again, at: now))
        case .stop:
            _ = try await change(walk, call) { document, _, _ in
                document.hearAll()
                return (nil, [])
            }
        case .skip, .finished:
            let over = action == .skip ? player.now.play : utterance.flatMap { player[$0] }
            // It is written down first: a client that was told so is not told to play it again.
            if let stop = over?.stop {
                _ = try await change(walk, call) { document, _, _ in
                    if let index = document.visits.firstIndex(where: { $0.stop == stop }) {
                        document.visits[index].isHeard = true
                    }
                    return (nil, [])
                }
            }
            if let over {
                tell(
                    walk,
                    action == .skip ? player.leave(over.utterance, at: now) : player.finish(over.utterance, at: now))
            }
        }
        return PlayEvent(player.now)
    }

    // MARK: - Parts

    /// Lets all players say what the track says.
    func interrupt(with said: TrackSpeech) {
        let item = PlayItem(
            id: "track.\(said.id).\(said.revision)", text: said.text, language: said.language.rawValue)
        let isEmergency = said.interrupts || said.priority == .emergency
        tellAll { $0.interrupt(with: item, isEmergency: isEmergency, at: clock.now) }
    }

    private func tellAll(_ change: (Player) -> Int64) {
        for (walk, player) in players.withLock({ $0.newestFirst }) { tell(walk, change(player)) }
    }

    /// Lets all players say an emergency that is about every zone, or no longer where it is over; those of the track are told
    /// by what the track says.
    func interrupt(with emergency: Emergency) {
        guard emergency.zone == nil, !emergency.id.hasPrefix("track.") else { return }
        let language = emergency.texts["es"] == nil ? emergency.texts.keys.min() : "es"
        guard let language, let said = emergency.texts[language] else { return }
        let item = PlayItem(
            id: "emergency.\(emergency.id).\(emergency.number)",
            text: String("\(said.title). \(said.body)".prefix(2_000)),
            language: language)
        tellAll { player in
            emergency.isOver
                ? player.withdraw(item.id, at: clock.now)
                : player.interrupt(with: item, isEmergency: true, at: clock.now)
        }
    }

    /// Brings the player of a walk up to what was stored.
    func follow(_ walk: Stored<Walk>, _ trail: Trail, isAutomatic: Bool) {
        let player = players.withLock { players in
            players.update(walk.key, default: Player()) { $0 }
        }
        let unheard = isAutomatic ? walk.document.visits.filter { !$0.isHeard } : []
        let items = unheard.compactMap { visit in trail[visit.stop].map { item($0, walk, trail) } }
        let heard = Set(walk.document.visits.filter(\.isHeard).map(\.stop))
        let known = Set(walk.document.visits.map(\.stop))
        // A walk that was started again no longer knows the stops of the one before.
        let number = player.follow(items, at: clock.now) { item in
            item.stop.map { heard.contains($0) || !known.contains($0) } ?? false
        }
        tell(walk.key, number)
    }

    /// The player of a walk of the caller's; one that was forgotten goes on with what was not heard.
    private func player(of id: ID<Walk>, _ call: Call) async throws -> Player {
        let stored = try await own(id, call)
        if let known = players.withLock({ $0.use(id) }) { return known }
        let trail = try await trail(of: stored.document.route)
        follow(stored, trail, isAutomatic: try flags.value(of: Self.autoPlay, for: call.caller))
        return players.withLock { $0.update(id, default: Player()) { $0 } }
    }

    private func item(_ stop: Stored<Stop>, _ walk: Stored<Walk>, _ trail: Trail) -> PlayItem {
        let spoken = stop.document.spoken(in: [walk.document.language, trail.route.document.language])
        return PlayItem(
            id: "\(walk.id).\(walk.document.round).\(stop.id)", stop: stop.key, stopName: stop.document.name,
            text: spoken.text, language: spoken.language.rawValue, order: stop.document.order,
            sound: "/stops/\(stop.id)/sound?language=\(spoken.language.rawValue)")
    }

    private func tell(_ walk: ID<Walk>, _ number: Int64) {
        listeners.withLock { if $0[walk] != nil { news.set(number, for: walk) } }
    }
}
