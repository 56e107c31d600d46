/// Publishes values on a topic: `out(value)`.
///
/// Publishing never waits and never fails. What a feature publishes after the host has revoked it is dropped and
/// counted.
public struct Publisher<Payload: Shaped>: Sendable {
    let topic: Topic<Payload>
    let place: PublisherPlace
    let member: Member

    /// Publishes a value to everyone who reads the topic now.
    ///
    /// - Parameters:
    ///   - payload: The value.
    ///   - cause: What led to it; inside a route's handler it is the cause of the call by default.
    @inlinable
    public func callAsFunction(_ payload: Payload, because cause: Cause? = nil) {
        post(TypedParcel(payload), because: cause)
    }

    /// Publishes values in their order; a waiting reader is woken once, when all of them are there.
    ///
    /// A reader without room for all of them loses some.
    @inlinable
    public func callAsFunction(contentsOf payloads: [Payload], because cause: Cause? = nil) {
        post(payloads.map { TypedParcel($0) }, because: cause)
    }

    /// Waits, within a limit, until no reader would lose anything, and then publishes.
    ///
    /// - Returns: Whether every reader had room. Where one had none when the limit was over, the value is published
    ///   nevertheless, and that reader's loss is counted.
    /// - Throws: `BusError` on a topic that was not declared with `waits: true`; `CancellationError`.
    @discardableResult
    public func publishWaiting(
        _ payload: Payload, within limit: Duration, because cause: Cause? = nil
    ) async throws -> Bool {
        guard topic.waits else { throw BusError.doesNotWait(topic: topic.name) }
        let cause = cause ?? Cause.current
        switch place {
        case .near(let hub, let seat):
            let parcel = TypedParcel(payload)
            parcel.address(topic: topic.name, source: seat.source, cause: cause)
            return try await publish(parcel, from: seat, on: hub, within: limit)
        case .far(let topic):
            guard member.mayPublish() else { return false }
            return try await topic.publishWaiting(payload, within: limit, because: cause)
        }
    }

    private func publish(
        _ parcel: Parcel, from seat: TopicHub.Seat, on hub: TopicHub, within limit: Duration
    ) async throws -> Bool {
        hub.mark(parcel)
        let clock = member.clock
        let end = clock.uptime + limit
        guard try await member.opened.wait(until: end, on: clock) else {
            member.publish(parcel, on: hub, from: seat)
            return false
        }
        while member.mayPublish() {
            let room = Signal()
            // However the wait ends, the mailbox that had no room drops this signal.
            defer { room.raise() }
            if hub.publishIfRoom(parcel, from: seat, by: member, orRaise: room) { return true }
            let cameInTime = try await room.wait(until: end, on: clock)
            guard cameInTime else {
                member.publish(parcel, on: hub, from: seat)
                return false
            }
        }
        return false
    }

    @usableFromInline
    func post(_ parcel: TypedParcel<Payload>, because cause: Cause?) {
        var wakeups = Wakeups()
        post(parcel, because: cause ?? Cause.current, waking: &wakeups)
        wakeups.wake()
    }

    @usableFromInline
    func post(_ parcels: [TypedParcel<Payload>], because cause: Cause?) {
        let cause = cause ?? Cause.current
        var wakeups = Wakeups()
        for parcel in parcels { post(parcel, because: cause, waking: &wakeups) }
        wakeups.wake()
    }

    private func post(_ parcel: TypedParcel<Payload>, because cause: Cause?, waking wakeups: inout Wakeups) {
        switch place {
        case .near(let hub, let seat):
            parcel.address(topic: topic.name, source: seat.source, cause: cause)
            member.publish(parcel, on: hub, from: seat, waking: &wakeups)
        case .far(let topic):
            guard member.mayPublish() else { return }
            topic.publish(parcel.payload, because: cause)
        }
    }

    /// The same publisher for plain data of which some texts are secrets.
    package func veiling() -> Publisher<VeiledValue> {
        Publisher<VeiledValue>(topic: Topic(topic.name, waits: topic.waits), place: place, member: member)
    }

    /// Counts messages that were published and did not reach the topic, because the link was full.
    package func lost(_ count: UInt64) { if case .near(let hub, _) = place { hub.lose(count) } }
}

/// Where a publisher puts what it publishes.
enum PublisherPlace: Sendable {
    /// On a topic of this bus.
    case near(TopicHub, TopicHub.Seat)
    /// On a topic of the host's.
    case far(any FarTopic)
}

extension Signal {
    /// Waits for the event or for a point of the clock's uptime; whether the event came first.
    ///
    /// - Throws: `CancellationError`.
    @_spi(Hosting) public func wait(until uptime: Duration, on clock: any ClockSource) async throws -> Bool {
        if isRaised { return true }
        await withTaskGroup { group in
            group.addTask { await self.wait() }
            group.addTask { try? await clock.sleep(until: uptime) }
            await group.next()
            group.cancelAll()
        }
        if isRaised { return true }
        try Task.checkCancellation()
        return false
    }
}
