internal import FeatureKit
internal import GTFS
internal import Protobuf
internal import TransitContracts
internal import WebClient

extension TransitService {
    private static let mostMessageBytes = 16 << 20
    private static let patience = Duration.seconds(20)

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
        // A server may speak of several timetables.
        let name = prefix.isEmpty ? address : "\(prefix) \(address)"
        var isFailing = false
        repeat {
            do {
                let reply = try await sender.reply(to: question)
                guard reply.status == 200 else { throw WebProblem(.status(reply.status)) }
                _ = try await take(reply.body, from: name, prefix: prefix)
                if isFailing { log.info("live changes come again", [("from", name)]) }
                isFailing = false
            } catch {
                // Said once; what it said before holds until it is too old.
                if !isFailing, !Task.isCancelled {
                    log.warning("no live changes come", [("from", name), ("why", "\(error)")])
                }
                isFailing = true
            }
        } while (try? await clock.sleep(for: settings.poll)) != nil
    }

    private func forgetOld() async {
        for await name in expiry {
            let isForgotten = try? await change { [clock] live, _ in live.forget(name, at: clock.uptime) }
            if isForgotten == true { log.warning("live changes are too old; the plan holds", [("from", name)]) }
        }
    }

    /// Takes over what a server says of the trips, alerts and vehicles of a feed.
    func take(_ bytes: [UInt8], from name: String, prefix: String) async throws -> LoadingReport.Live {
        let (now, uptime) = (clock.now, clock.uptime)
        _ = try await change { [settings, expiry] live, snapshot throws(TransitRefusal) in
            let message: RealtimeMessage
            do { message = try RealtimeMessage(bytes) } catch { throw .unreadable(why: LiveSource.noMessage) }
            let age = message.made == 0 ? 0 : max(0, now.seconds - Int64(message.made))
            let end = uptime + settings.keep - .seconds(age)
            guard end > uptime else { throw .unreadable(why: "they were made \(age) seconds ago") }
            guard try live.take(message, from: name, prefix: prefix, of: snapshot, at: now, until: end) else {
                return false
            }
            expiry.set(name, atUptime: end)
            return true
        }
        guard let source = current.withLock({ $0.live.sources[name] }) else { throw TransitRefusal.unready }
        return LoadingReport.Live(name, source)
    }

    /// Changes what is live, and what is answered from with it.
    ///
    /// It is done where timetables are built, one at a time, so that nothing comes between reading and writing.
    private func change(
        _ change: @escaping @Sendable (inout LiveBoard, Snapshot) throws(TransitRefusal) -> Bool
    ) async throws -> Bool {
        try await loading.run {
            Result { () throws(TransitRefusal) in
                var (board, live) = current.withLock { ($0.board, $0.live) }
                guard let snapshot = board?.snapshot else { throw .unready }
                let isChanged = try change(&live, snapshot)
                if isChanged { board = Board(snapshot, live) }
                put(board, live)
                return isChanged
            }
        }.get()
    }

    /// Puts a timetable with what is live in the place of the one before, and tells what is announced.
    func put(_ board: Board?, _ live: LiveBoard) {
        let before = current.withLock { current in
            defer { (current.board, current.live) = (board, live) }
            return current.board
        }
        let (old, new) = (before?.announcements ?? [:], board?.announcements ?? [:])
        for (id, alert) in new.sorted(by: { $0.key < $1.key }) where old[id] != alert { announced(alert) }
        for (id, alert) in old.sorted(by: { $0.key < $1.key }) where new[id] == nil {
            var alert = alert
            alert.isOver = true
            announced(alert)
        }
    }
}

extension Board {
    /// The alerts as others are told them, by their ids.
    fileprivate var announcements: [String: ServiceAlert] {
        Dictionary(alerts.map { ($0.id, $0.announcement(snapshot)) }, uniquingKeysWith: { first, _ in first })
    }
}
