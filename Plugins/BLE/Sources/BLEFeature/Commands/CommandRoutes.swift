internal import BLEContracts
internal import FeatureKit

@Record struct CommandsRequest: PagedRequest {
    /// Which beacon.
    @Text(1...64) var beacon: String
    /// How many to reply at most, 100 by default.
    @In(1...1_000) var limit: Int?
    /// The `next` of the page before.
    var after: PageCursor?
}

/// What a gateway is to do.
@Record struct CommandOrder: Equatable {
    var id: ID<Command>
    /// Which beacon.
    @Text(1...64) var beacon: String
    /// The address that the beacon is heard by.
    @Text(17...17) var address: String?
    /// The number that a staff beacon sends.
    @In(0...4_294_967_295) var staff: Int?
    /// What the beacon is to do, or the gateway for it.
    var command: Command.Kind
    /// With what.
    @Count(0...8) var values: [String: Value]
    /// When it was wanted.
    var made: Timestamp
    /// What to send, where the gateway is to advertise.
    var advertise: EncodedReply?
}

@Routes("ble", as: "commandRoutes") extension BeaconService {
    /// How many commands that are over make room at a time.
    private static let mostForgotten = 20

    /// Gives a beacon a command.
    /// - Parameter beacon: Which beacon.
    /// - Parameter command: What the beacon is to do, or the gateway for it.
    /// - Parameter values: With what.
    @Post("/beacons/{beacon}/commands", .role("staff"))
    func command(
        @Text(1...64) beacon: String, command: Command.Kind, @Count(0...8) values: [String: Value] = [:],
        _ call: Call, _ once: Once<Command.View>
    ) async throws -> Once<Command.View>.Answer {
        let problems = command.problems(in: values)
        guard problems.isEmpty else { throw BLERefusal.invalid(problems: problems.joined(separator: "; ")) }
        try await load()
        guard let known = known(beacon) else { throw BLERefusal.noBeacon }
        let now = clock.now
        let new = Command(
            beacon: beacon, command: command, values: values, order: 0, made: now, by: call.caller.key)
        _ = try EncodeRequest(advertisingBy: new)?.encoded(for: known, at: now)
        let id = ID<Command>.random()
        defer { commandsChanged() }
        let answer = try await once.finish { tx in
            let last = try tx.first(commands, order: .descending(by: "order"))
            try checkRoom(for: beacon, at: now, tx)
            var new = new
            new.order = (last?.document.order ?? 0) + 1
            let stored = try tx.insert(commands, new, id: id)
            try makeRoom(where: [.equals("beacon", beacon)], most: Command.mostOfBeacon, tx)
            try makeRoom(where: [], most: Command.most, tx)
            return stored.view
        }
        expiries.set(id, after: Command.life)
        return answer
    }

    private func checkRoom(for beacon: String, at now: Timestamp, _ tx: StoreTransaction) throws {
        let pending = StoreCondition.equals("state", Command.State.PENDING)
        let ofBeacon = try tx.count(commands, where: [.equals("beacon", beacon), pending])
        let all = try tx.count(commands, where: [pending])
        guard ofBeacon >= Command.mostPendingOfBeacon || all >= Command.mostPending else { return }
        let oldest = try tx.first(commands, where: [pending], order: .by("order"))
        let wait = oldest.map { now.duration(to: $0.document.made.advanced(by: Command.life)) }
        let retryAfter = max(wait ?? .zero, .zero)
        throw ofBeacon >= Command.mostPendingOfBeacon
            ? BLERefusal.tooManyForBeacon(retryAfter: retryAfter) : .tooMany(retryAfter: retryAfter)
    }

    /// Deletes the oldest that are over, where too many are kept.
    private func makeRoom(where conditions: [StoreCondition], most: Int, _ tx: StoreTransaction) throws {
        var surplus = min(try tx.count(commands, where: conditions) - most, Self.mostForgotten)
        var after: PageCursor?
        while surplus > 0 {
            let page = try tx.query(commands, where: conditions, order: .by("order"), limit: 100, after: after)
            for item in page.items where surplus > 0 && item.document.state != .PENDING {
                try tx.delete(commands, item.id)
                surplus -= 1
            }
            guard let next = page.next else { return }
            after = next
        }
    }

    /// The commands of a beacon, the newest first, also of one that is no longer known.
    @Get("/beacons/{beacon}/commands", .role("staff"), id: "ble.commands")
    func commandHistory(_ request: CommandsRequest) async throws -> Page<Command.View> {
        let page = try await commands.page(
            request, where: [.equals("beacon", request.beacon)], order: .descending(by: "order"), showing: \.view)
        guard !page.items.isEmpty || known(request.beacon) != nil else { throw BLERefusal.noBeacon }
        return page
    }

    /// Cancels a command that no gateway was handed.
    @Delete("/commands/{command}", .role("staff"))
    func commandCancel(command: ID<Command>) async throws -> Command.View {
        let now = clock.now
        return try await change(command) { try $0.cancel(at: now) }
    }

    /// What beacons near a gateway are to do, the oldest first; the same until it is answered.
    /// - Parameter gateway: Which gateway.
    @Get("/gateways/{gateway}/commands", .role("gateway"))
    func commandsPending(@Text(1...64) gateway: String, _ call: Call) async throws -> Page<CommandOrder> {
        try greet(gateway, call)
        guard pipeline.change({ $0.gateways.beginPoll(gateway) }) else { throw BLERefusal.pollsAlready }
        defer { pipeline.change { $0.gateways.endPoll(gateway) } }
        try await load()
        let pending = try await pendingCommands()
        guard !pending.isEmpty else { return Page(items: []) }
        let near = nearGateways(of: Set(pending.map(\.document.beacon)))
        let now = clock.now
        var found = Command.handed(to: gateway, of: pending, near: near, at: now)
        if found.contains(where: { $0.document.handed[gateway] == nil }) {
            // From here on it can't be cancelled, so that is on the disk before the gateway does it.
            found = try await change(found.map(\.id)) { command in
                guard command.isFor(gateway, near: near[command.beacon], at: now) else { return false }
                command.hand(to: gateway, at: now)
                return true
            }
        }
        return Page(items: found.compactMap { order($0, at: now) })
    }

    /// Takes what came of a command.
    /// - Parameter gateway: Which gateway.
    /// - Parameter executed: Whether it was executed.
    /// - Parameter why: Why it failed.
    @Post("/gateways/{gateway}/commands/{command}", .role("gateway"))
    func commandDone(
        @Text(1...64) gateway: String, command: ID<Command>, executed: Bool, @Text(1...200) why: String?, _ call: Call
    ) async throws -> Command.View {
        try greet(gateway, call)
        guard executed || why != nil else { throw BLERefusal.failedWithoutWhy }
        guard !executed || why == nil else { throw BLERefusal.executedWithWhy }
        let answer = Command.Answer(gateway: gateway, executed: executed, why: why)
        let now = clock.now
        let gateways = pipeline.change { $0.gateways.names }
        return try await change(command) { command in
            let near = nearGateways(of: [command.beacon])[command.beacon]
            try command.take(answer, near: near, of: gateways, at: now)
        }
    }
}
