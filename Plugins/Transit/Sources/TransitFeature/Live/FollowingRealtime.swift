internal import FeatureKit
internal import GTFS
internal import Protobuf
internal import TransitContracts
internal import WebClient

extension TransitService {
    private static let mostMessageBytes = 16 << 20
    private static let patience = Duration.seconds(20)

    /// Watches files and asks for live changes, always by the newest settings.
    func follow() async {
        guard var values = try? configured.values(of: 0).makeAsyncIterator() else { return }
        var next = await values.next()
        while let settings = next {
            next = await withTaskGroup { group in
                defer { group.cancelAll() }
                group.addTask { await watchFiles() }
                for feed in settings.feeds {
                    for address in Set(feed.realtime) { group.addTask { await follow(address, of: feed) } }
                }
                return await values.next()
            }
        }
    }

    /// Asks a server again and again.
    private func follow(_ address: String, of feed: Transit.FeedSettings) async {
        let (name, key) = (feed.name(of: address), feed.key)
        var question = WebQuestion(
            address.replacing("{key}", with: key.map { WebQuestion.escaped($0.reveal()) } ?? "{key}"),
            patience: .whole(Self.patience), mostBytes: Self.mostMessageBytes)
        question.accept = "application/x-protobuf, */*"
        if !address.contains("{key}") { question.bearer = key }
        repeat {
            var problem: String?
            do {
                let reply = try await sender.reply(to: question)
                guard reply.status == 200 else { throw WebProblem(.status(reply.status)) }
                _ = try await take(reply.body, from: name, prefix: feed.prefix)
            } catch { problem = (error as? any Refusal)?.answer.detail ?? "\(error)" }
            if Task.isCancelled { break }
            let before = current.withLock { [problem] current in
                defer { current.failures[name] = problem }
                return current.failures[name]
            }
            // Said once; what it said before holds until it is too old.
            if let problem, before == nil { log.warning("no live changes come", [("from", name), ("why", problem)]) }
            if problem == nil, before != nil { log.info("live changes come again", [("from", name)]) }
        } while (try? await clock.sleep(for: settings.poll)) != nil
        current.withLock { $0.failures[name] = nil }
    }

    /// Forgets what is too old.
    func forgetOld() async {
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
            guard end > uptime else { throw .unreadable(why: "they are too old, made \(age) seconds ago") }
            let ahead = Int64(message.made) - now.seconds
            guard ahead <= 60 else { throw .unreadable(why: "they were made \(ahead) seconds from now") }
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
    func change(
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

extension Transit.FeedSettings {
    /// What a server is called, which may speak of several timetables.
    func name(of address: String) -> String { prefix.isEmpty ? address : "\(prefix) \(address)" }
}

extension Board {
    /// The alerts as others are told them, by their ids.
    fileprivate var announcements: [String: ServiceAlert] {
        Dictionary(alerts.map { ($0.id, $0.announcement(snapshot)) }, uniquingKeysWith: { first, _ in first })
    }
}
