internal import FeatureKit

extension BeaconService {
    private static let beaconGone = "the beacon is not known any more"

    /// Sets the deadlines of commands that wait, and cancels those whose beacon is gone.
    func loadCommands() async throws {
        let now = clock.now
        var gone: [String] = []
        for stored in try await pendingCommands() {
            if known(stored.document.beacon) == nil {
                gone.append(stored.id)
            } else {
                // A clock that was set back makes nothing live longer.
                let end = stored.document.made.advanced(by: Command.life)
                expiries.set(stored.key, after: max(.zero, min(now.duration(to: end), Command.life)))
            }
        }
        try await change(gone) { command in
            command.giveUp(.CANCELLED, at: now, why: Self.beaconGone)
            return true
        }
    }

    /// Ends commands that nobody executed in time, until the feature is asked to stop.
    func expireCommands() async {
        for await id in expiries {
            let now = clock.now
            do {
                try await change([id.text]) { command in
                    command.giveUp(.EXPIRED, at: now)
                    return true
                }
            } catch {
                log.warning("could not end a command that was not executed in time", [("error", "\(error)")])
                expiries.set(id, after: Self.pause)
            }
        }
    }

    /// Cancels what a beacon was to do.
    func cancelCommands(of beacon: String, at now: Timestamp, _ tx: StoreTransaction) throws {
        let pending = try tx.query(
            commands, where: [.equals("beacon", beacon), .equals("state", Command.State.PENDING)],
            limit: Command.mostPendingOfBeacon)
        for stored in pending.items {
            try tx.update(commands, stored.id) { $0.giveUp(.CANCELLED, at: now, why: Self.beaconGone) }
        }
    }

    /// Commands that wait, the oldest first, read from the store where any has changed since.
    func pendingCommands() async throws -> [Stored<Command>] {
        let (generation, known) = pending.withLock { $0 }
        if let known { return known }
        var all: [Stored<Command>] = []
        for try await stored in commands.all(where: [.equals("state", Command.State.PENDING)], order: .by("order")) {
            all.append(stored)
        }
        pending.withLock { [all] in if $0.generation == generation { $0.commands = all } }
        return all
    }

    /// To be called after each transaction that may have changed a command.
    func commandsChanged() {
        pending.withLock { $0 = ($0.generation + 1, nil) }
    }

    /// Changes a command.
    func change(
        _ id: ID<Command>, _ body: @escaping @Sendable (inout Command) throws -> Void
    ) async throws -> Command.View {
        let changed = try await change([id.text]) { command in
            try body(&command)
            return true
        }
        guard let stored = changed.first else { throw BLERefusal.noCommand }
        return stored.view
    }

    /// Changes commands and returns those for which `body` returns true; one that is gone is passed over.
    @discardableResult
    func change(
        _ ids: [String], _ body: @escaping @Sendable (inout Command) throws -> Bool
    ) async throws -> [Stored<Command>] {
        guard !ids.isEmpty else { return [] }
        defer { commandsChanged() }
        let changed = try await store.transaction { [commands] tx in
            try ids.compactMap { id -> Stored<Command>? in
                guard let stored = try tx.get(commands, id) else { return nil }
                var command = stored.document
                guard try body(&command) else { return nil }
                return command == stored.document ? stored : try tx.put(commands, command, id: id)
            }
        }
        for stored in changed where stored.document.state != .PENDING { expiries.cancel(stored.key) }
        return changed
    }

    /// What a gateway is to do for a command; nil where its beacon is not known any more.
    func order(_ stored: Stored<Command>, at now: Timestamp) -> CommandOrder? {
        let command = stored.document
        guard let beacon = known(command.beacon) else { return nil }
        // The sequence stays the same however often the gateway asks; the signature is new each minute.
        let advertise = try? EncodeRequest(advertisingBy: command)?.encoded(for: beacon, at: now)
        return CommandOrder(
            id: stored.key, beacon: command.beacon, address: beacon.beacon.address, staff: beacon.beacon.staff,
            command: command.command, values: command.values, made: command.made, advertise: advertise)
    }
}
