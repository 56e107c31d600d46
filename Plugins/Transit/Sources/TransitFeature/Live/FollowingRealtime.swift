internal import FeatureKit
internal import TransitContracts
internal import TransitEngine
internal import WebClient

extension TransitService {
    private static let mostMessageBytes = 16 << 20
    private static let patience = Duration.seconds(20)
    /// How many sources staff may post to.
    private static let mostSources = 100

    /// Asks for live changes again and again, each server on its own, and forgets what is too old.
    func followRealtime() async {
        await withTaskGroup { group in
            for feed in settings.feeds {
                for address in feed.realtime {
                    group.addTask { await follow(address, prefix: feed.prefix) }
                }
            }
            group.addTask { await forgetOld() }
        }
    }

    private func follow(_ address: String, prefix: String) async {
        var question = WebQuestion(address, patience: .whole(Self.patience), mostBytes: Self.mostMessageBytes)
        question.accept = "application/x-protobuf, */*"
        var isFailing = false
        repeat {
            do {
                let reply = try await sender.reply(to: question)
                guard reply.status == 200 else { throw WebProblem(.status(reply.status)) }
                _ = try await take(reply.body, from: address, prefix: prefix)
                if isFailing { log.info("live changes come again", [("from", address)]) }
                isFailing = false
            } catch {
                // Said once; what it said before holds until it is too old.
                if !isFailing, !Task.isCancelled {
                    log.warning("no live changes come", [("from", address), ("why", "\(error)")])
                }
                isFailing = true
            }
        } while (try? await clock.sleep(for: settings.poll)) != nil
    }

    private func forgetOld() async {
        for await source in expiry {
            let before = current.withLock { current -> [LiveAlert]? in
                guard current.live.sources[source] != nil else { return nil }
                defer { current.live.forget(source) }
                return current.live.alerts
            }
            guard let before else { continue }
            log.warning("live changes are too old; the plan holds", [("from", source)])
            await applyLive(announcingSince: before)
        }
    }

    /// Takes over what a server says of the trips and alerts of a feed.
    func take(_ bytes: [UInt8], from source: String, prefix: String) async throws -> LiveBoard.Said {
        guard let snapshot = current.withLock({ $0.snapshot }) else { throw TransitRefusal.unready }
        let now = clock.now
        let read = try await loading.run {
            Result { () throws(TransitRefusal) in
                try LiveBoard.Said(bytes, of: snapshot, prefix: prefix, at: now)
            }
        }
        let said = try read.get()
        let before = current.withLock { current -> [LiveAlert]? in
            // What was read for another timetable names other trips.
            guard current.snapshot === snapshot,
                current.live.sources.count < Self.mostSources || current.live.sources[source] != nil
            else { return nil }
            defer { current.live.take(said, from: source) }
            return current.live.alerts
        }
        guard let before else { throw TransitRefusal.unready }
        expiry.set(source, after: settings.keep)
        await applyLive(announcingSince: before)
        return said
    }

    /// Makes the timetable with all that is live, puts it in the place of the one before, and tells what is announced.
    private func applyLive(announcingSince before: [LiveAlert]) async {
        let (snapshot, live) = current.withLock { ($0.snapshot, $0.live) }
        guard let snapshot else { return }
        let updates = live.updates
        guard let timetable = try? await loading.run({ snapshot.planned.applying(updates) }) else { return }
        current.withLock { current in
            // Where something changed meanwhile, a later call brings that in.
            guard current.snapshot === snapshot, current.live.revision == live.revision else { return }
            current.timetable = timetable
        }
        let changes = live.changes(since: before)
        for alert in changes.new { announced(alert.announcement(snapshot)) }
        for alert in changes.over { announced(alert.announcement(snapshot, isOver: true)) }
    }
}
