extension Connection {
    private static let eventFields: Fields = [
        "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
    ]
    private static let heartbeat = Array(":\n\n".utf8)
    private static let heartbeatChunk = Array("3\r\n:\n\n\r\n".utf8)

    /// Begins to answer with the events of a feed.
    func follow(_ feed: EventFeed, _ fields: Fields, after lastEventID: String?, _ ticket: ExchangeTicket) {
        guard isAnswering(ticket) else { return }
        var all = Self.eventFields
        all.add(fields)
        if beginOpenAnswer(.ok, all) {
            let welcome = feed.join(loop, after: lastEventID)
            for event in welcome.events { add(event) }
            if welcome.hasEnded {
                endOpenAnswer()
            } else {
                let group = loop.feeds.group(of: feed)
                follower.known = welcome.known
                follower.replay = output.count
                group.add(self)
                phase = .following(group)
                loop.timers.set(.heartbeat, of: token.slot, at: loop.now)
            }
        }
        if !isAtWork { process() }
        if loop.isDraining, case .following = phase { drain() }
    }

    /// Sends events, except for those that the client has already.
    func send(_ batch: EventBatch) {
        guard case .following = phase, let last = batch.events.last, last.number > follower.known else { return }
        if openAnswer?.isChunked == true, batch.events[0].number > follower.known {
            output.share(batch.bytes)
            openAnswer?.bytes &+= batch.plainCount
        } else {
            for event in batch.events where event.number > follower.known { add(event) }
        }
        follower.known = last.number
        guard !last.isLast else { return endFollowing() }
        loop.timers.set(.heartbeat, of: token.slot, at: loop.now)
        flush()
        if output.count > loop.limits.streamBacklog &+ follower.replay { letGo() }
    }

    /// Ends the stream with an event for this client alone.
    func unfollow(_ event: String, _ data: [UInt8], _ ticket: ExchangeTicket) {
        guard case .following = phase, ticket.isCurrent else { return }
        // Without a number, so that a client that comes back continues after the event before.
        add(Event(EventText(event, data)))
        endFollowing()
    }

    /// Ends the stream because its client does not read.
    func letGo() {
        guard case .following = phase else { return }
        loop.counters.slowClients.add()
        close()
    }

    /// Sends a comment that keeps the stream alive.
    func sendHeartbeat() {
        guard case .following = phase else { return }
        let isChunked = openAnswer?.isChunked == true
        // With unread output the client needs no heartbeat.
        if output.isEmpty { output.share(isChunked ? Self.heartbeatChunk : Self.heartbeat) }
        loop.timers.set(.heartbeat, of: token.slot, at: loop.now)
        flush()
    }

    /// Ends the stream properly.
    func endFollowing() {
        guard case .following(let group) = phase else { return }
        loop.leave(group, self)
        loop.timers.clear(token.slot)
        endOpenAnswer()
        process()
    }

    private func add(_ event: Event) {
        output.share(event.bytes, openAnswer?.isChunked == true ? event.bytes.indices : event.plain)
        openAnswer?.bytes &+= event.plain.count
    }
}
