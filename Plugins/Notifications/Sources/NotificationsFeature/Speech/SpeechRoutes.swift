internal import Calendars
internal import FeatureKit
internal import NotificationsContracts
internal import Speech

/// The device of a caller that speaks.
struct SpeakerID: Hashable {
    let caller: String?
    let device: String
}

enum SpeechAction: String, CaseIterable, Shaped { case pause, resume, skip, clear, finished }

@Routes("notifications", as: "speechRoutes") extension NotificationService {
    /// Tells a device what to play, from now on.
    ///
    /// A later stream of the same device replaces this one.
    /// - Parameter device: What the client calls the device.
    /// - Parameter zone: The zone in which the caller is.
    /// - Parameter language: In which announcements come.
    @Stream("/speech/stream", .everyone, id: "notifications.speech")
    func speak(
        @Text(1...64) device: String, @In(0...65_535) zone: Int?, @Text(2...35) language: String?, _ call: Call,
        _ out: ReplyStream<SpeechEvent>
    ) async throws {
        let follower = await follower(zone: zone, language: language, call)
        let choice = if let person = follower.person { try await choice(of: person) } else { Choice() }
        let (speaker, id) = (Speaker(), SpeakerID(caller: call.caller.key, device: device))
        let isTaken = speakers.withLock { speakers in
            guard speakers[id] != nil || speakers.count < Self.mostSpeakers else { return false }
            speakers.updateValue(speaker, forKey: id)?.end()
            return true
        }
        guard isTaken else { throw NotificationRefusal.tooManySpeakers }
        streams.follow(follower)
        defer {
            streams.leave(follower)
            speakers.withLock { if $0[id] === speaker { $0[id] = nil } }
        }
        await withTaskGroup { group in
            group.addTask { [clock, zones] in
                while let news = await follower.next() {
                    guard choice.speaks(news, at: clock.now, in: zones) else { continue }
                    speaker.take(news, at: clock.now)
                    if let key = follower.key, case .announcement(let said) = news { streams.reached(key, by: said) }
                }
            }
            group.addTask {
                for await action in speaker.actions {
                    do { try await out.send(SpeechEvent(action)) } catch { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Makes the sound of something that a device is to play, as a WAV file.
    /// - Parameter device: The device.
    /// - Parameter utterance: The id of what it plays.
    @Get("/speech/sound", .everyone)
    func sound(@Text(1...64) device: String, @In(1...Int64.max) utterance: Int64, _ call: Call) async throws -> Media {
        guard let found = try speaker(device, call).utterance(utterance) else { throw NotificationRefusal.noUtterance }
        do {
            return Media(type: "audio/wav", bytes: try await sounds.sound(of: found.text, in: found.language).wav)
        } catch let problem as SpeechProblem {
            log.warning("a text can't be spoken", [("because", "\(problem)")])
            throw NotificationRefusal.noSound
        }
    }

    /// Changes the queue of a device.
    /// - Parameter action: Whether it pauses for all but emergencies, goes on, skips what is spoken, drops all that waits, or
    ///   has played something to its end.
    /// - Parameter device: The device.
    /// - Parameter utterance: What was played to its end.
    @Post("/speech/{action}", .everyone)
    func control(
        action: SpeechAction, @Text(1...64) device: String, @In(1...Int64.max) utterance: Int64?, _ call: Call
    ) throws -> Done {
        let now = clock.now
        try speaker(device, call).change { queue in
            switch action {
            case .pause: queue.pause()
            case .resume: queue.resume(at: now)
            case .skip: queue.skip(at: now)
            case .clear: queue.clear()
            case .finished: queue.finish(utterance ?? 0, at: now)
            }
        }
        return Done()
    }

    private func speaker(_ device: String, _ call: Call) throws -> Speaker {
        let id = SpeakerID(caller: call.caller.key, device: device)
        guard let speaker = speakers.withLock({ $0[id] }) else { throw NotificationRefusal.noSpeaker }
        return speaker
    }
}

extension Choice {
    /// Whether something is read aloud now.
    fileprivate func speaks(_ news: News, at now: Timestamp, in zones: Zones) -> Bool {
        let (kind, level) = news.about
        return level == .emergency || quiet?.end(at: now, in: zones) == nil && spoken[kind] ?? (level == .important)
    }
}
