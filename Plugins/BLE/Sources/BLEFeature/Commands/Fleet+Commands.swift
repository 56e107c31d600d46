internal import FeatureKit

extension Fleet {
    /// How many commands that are over make room at a time.
    private static let mostForgotten = 20

    /// Reads what waits; what waits for a beacon that is not known any more is over.
    func readCommands() async throws {
        let now = clock.now
        var (after, gone) = (PageCursor?.none, [String]())
        repeat {
            let page = try await commands.query(
                where: [.equals("state", Command.State.PENDING.rawValue)], order: .by("order"), limit: Self.batch,
                after: after)
            for item in page.items {
                if station.knowledge.withLock({ $0.registry[item.document.beacon] }) == nil {
                    gone.append(item.id)
                } else {
                    wait(item, at: now)
                }
            }
            after = page.next
        } while after != nil
        try await end(gone) { $0.abandon(at: now) }
    }

    func command(_ request: CommandAsked, _ call: Call) async throws -> CommandShown {
        let problems = request.command.problems(in: request.values)
        guard problems.isEmpty else { throw RouteError.wrongValues(problems) }
        try await recall()
        let once = request.idempotencyKey.map { SigningKey.digest("\(call.caller.key ?? "")\u{0}\($0)") }
        let asked = once.map { _ in request.digest }
        return try await turns.withLock {
            guard station.knowledge.withLock({ $0.registry[request.beacon] }) != nil else { throw RouteError.noBeacon }
            let now = clock.now
            let (ofBeacon, atAll, retry) = queue.withLock { queue in
                (queue.counts[request.beacon] ?? 0, queue.count, queue.next.map { $0 - clock.uptime } ?? .zero)
            }
            let id = Self.newID()
            let stored = try await store.transaction { [self] tx -> Stored<Command> in
                if let once,
                    let before = try tx.query(commands, where: [.equals("once", once)], limit: 1).items.first
                {
                    guard before.document.asked == asked else { throw RouteError.keyReused }
                    return before
                }
                guard ofBeacon < CommandQueue.mostOfBeacon else {
                    throw RouteError.tooManyPending(CommandQueue.mostOfBeacon, retry: retry)
                }
                guard atAll < CommandQueue.mostAtAll else {
                    throw RouteError.tooManyPendingAtAll(CommandQueue.mostAtAll, retry: retry)
                }
                let last = try tx.query(commands, order: .descending(by: "order"), limit: 1).items.first
                let command = Command(
                    beacon: request.beacon, command: request.command, values: request.values,
                    order: (last?.document.order ?? 0) + 1, made: now, by: call.caller.key, once: once, asked: asked)
                let stored = try tx.insert(commands, command, id: id)
                try makeRoom(for: request.beacon, tx)
                return stored
            }
            if stored.id == id { wait(stored, at: now) }
            return CommandShown(stored)
        }
    }

    /// The oldest go that are over, where too many are kept.
    private func makeRoom(for beacon: String, _ tx: StoreTransaction) throws {
        let ofBeacon = try tx.count(commands, where: [.equals("beacon", beacon)]) - Command.mostOfBeacon
        try forget(ofBeacon, where: [.equals("beacon", beacon)], tx)
        try forget(tx.count(commands) - Command.mostKept, where: [], tx)
    }

    private func forget(_ count: Int, where conditions: [StoreCondition], _ tx: StoreTransaction) throws {
        guard count > 0 else { return }
        var left = min(count, Self.mostForgotten)
        var after: PageCursor?
        repeat {
            let page = try tx.query(
                commands, where: conditions, order: .by("order"), limit: Self.mostForgotten, after: after)
            for item in page.items where left > 0 && item.document.state != .PENDING {
                try tx.delete(commands, item.id)
                left -= 1
            }
            after = page.next
        } while left > 0 && after != nil
    }

    func commands(_ request: CommandsAsked) async throws -> CommandPage {
        let page = try await commands.query(
            where: [.equals("beacon", request.beacon)], order: .descending(by: "order"), limit: request.limit,
            after: request.after)
        // What a beacon did that is gone can still be looked at.
        guard !page.items.isEmpty || station.knowledge.withLock({ $0.registry[request.beacon] }) != nil else {
            throw RouteError.noBeacon
        }
        return CommandPage(items: page.items.map(CommandShown.init), next: page.next)
    }

    func cancel(_ id: String) async throws -> CommandShown {
        let now = clock.now
        return try await change(id) { try $0.cancel(at: now) }
    }

    func answer(_ request: CommandAnswered) async throws -> CommandShown {
        try gateways.greet(request.gateway)
        guard request.executed || request.why != nil else { throw RouteError.failedWithoutWhy }
        guard !request.executed || request.why == nil else { throw RouteError.executedWithWhy }
        let answer = Command.Answer(gateway: request.gateway, executed: request.executed, why: request.why)
        let now = clock.now
        let uptime = clock.uptime
        return try await change(request.command) { [station, settings] command in
            let near = station.knowledge.withLock { knowledge in
                knowledge.registry.move(to: uptime)
                return knowledge.registry.gateway(of: command.beacon)
            }
            _ = try command.take(answer, near: near, of: settings.gateways, at: now)
        }
    }

    /// What a gateway is to do; the store is asked only where there is something that no gateway was told of.
    func orders(_ request: NamedGateway) async throws -> Orders {
        let gateway = request.gateway
        try gateways.greet(gateway)
        try await recall()
        var found = waiting(for: gateway)
        if found.contains(where: { $0.command.taken == nil }) {
            // From here on it can't be cancelled, so it has to be written down before anybody does it.
            found = try await turns.withLock {
                let found = waiting(for: gateway)
                let fresh = found.filter { $0.command.taken == nil }.map(\.id)
                let now = clock.now
                try await change(fresh) { $0.taken = $0.taken ?? now }
                return found
            }
        }
        guard !found.isEmpty else { return Orders(items: []) }
        let ids = found.map(\.id)
        queue.withLock { [clock] in $0.hand(ids, to: gateway, at: clock.uptime) }
        return station.knowledge.withLock { knowledge in
            Orders(
                items: found.map { one in
                    let beacon = knowledge.registry[one.command.beacon]?.beacon
                    return Orders.Order(
                        id: one.id, beacon: one.command.beacon, address: beacon?.address, staff: beacon?.staff,
                        command: one.command.command, values: one.command.values, made: one.command.made)
                })
        }
    }

    private func waiting(for gateway: String) -> [CommandQueue.Waiting] {
        let uptime = clock.uptime
        return queue.withLock { queue in
            guard !queue.isEmpty else { return [] }
            return station.knowledge.withLock { knowledge in
                knowledge.registry.move(to: uptime)
                return queue.commands(for: gateway, at: uptime, near: knowledge.registry.gateway(of:))
            }
        }
    }

    /// Ends what was not done in time.
    ///
    /// - Returns: When the next one's time is over.
    func endWhatIsDue() async throws -> Duration? {
        let due = queue.withLock { [clock] in $0.due(at: clock.uptime) }
        let now = clock.now
        try await end(due) { $0.expire(at: now) }
        return queue.withLock(\.next)
    }

    // MARK: - One after the other

    /// Puts one among those that wait.
    private func wait(_ stored: Stored<Command>, at now: Timestamp) {
        // A clock that was set back makes nothing live longer.
        let age = Duration.nanoseconds(
            max(0, now.nanoseconds.subtractingReportingOverflow(stored.document.made.nanoseconds).partialValue))
        let expires = clock.uptime + max(.zero, Command.life - age)
        queue.withLock { $0.add(.init(id: stored.id, command: stored.document, expires: expires)) }
        station.alarm.ring()
    }

    /// Changes one, and shows what became of it.
    private func change(
        _ id: String, _ body: @escaping @Sendable (inout Command) throws -> Void
    ) async throws -> CommandShown {
        try await turns.withLock {
            let stored = try await store.transaction { [self] tx in
                guard let stored = try tx.get(commands, id) else { throw RouteError.noCommand }
                var command = stored.document
                try body(&command)
                return command == stored.document ? stored : try tx.put(commands, command, id: id)
            }
            queue.withLock { $0.update(stored.id, stored.document) }
            return CommandShown(stored)
        }
    }

    /// Ends some, batch by batch.
    private func end(_ ids: [String], _ body: @escaping @Sendable (inout Command) -> Void) async throws {
        guard !ids.isEmpty else { return }
        try await turns.withLock { try await change(ids, body) }
    }

    /// Changes some, batch by batch, for whoever's turn it is; one that is gone is passed over.
    private func change(_ ids: [String], _ body: @escaping @Sendable (inout Command) -> Void) async throws {
        var rest = ids[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.batch))
            rest = rest.dropFirst(some.count)
            let changed = try await store.transaction { [commands] tx in
                try some.compactMap { id -> Stored<Command>? in
                    guard var command = try tx.get(commands, id)?.document else { return nil }
                    body(&command)
                    return try tx.put(commands, command, id: id)
                }
            }
            queue.withLock { queue in for stored in changed { queue.update(stored.id, stored.document) } }
        }
    }

    /// 128 random bits, which nobody guesses, and which no command had before.
    private static func newID() -> String { String(UInt128.random(in: .min ... .max), radix: 36) }
}

extension CommandAsked {
    /// What was asked, whatever order it was written in.
    var digest: String {
        let values = Value.object(Members(values.sorted { $0.key < $1.key })).json
        return SigningKey.digest("\(command.rawValue)\u{0}\(beacon)\u{0}\(values)")
    }
}
