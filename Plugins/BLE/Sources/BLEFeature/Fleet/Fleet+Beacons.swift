internal import FeatureKit

extension Fleet {
    /// Reads what staff put here; of what the document says as well the document counts.
    func readBeacons() async throws {
        var after: PageCursor?
        repeat {
            let page = try await beacons.query(limit: Self.batch, after: after)
            for item in page.items {
                let beacon = item.document.known(as: item.id)
                let inTheWay = station.watch { knowledge -> String? in
                    if let entry = knowledge.registry[item.id], !entry.isKept { return item.id }
                    if let rival = knowledge.registry.rival(of: beacon) { return rival.id }
                    knowledge.registry.keep(beacon)
                    return nil
                }
                if let inTheWay {
                    log.warning(
                        "a beacon that staff put here is left aside: the document has it",
                        [("beacon", item.id), ("document", inTheWay)])
                }
            }
            after = page.next
        } while after != nil
    }

    func all(_ request: BeaconsAsked) -> BeaconPage {
        let waiting = queue.withLock { $0.counts }
        let (entries, look) = station.watch { [clock] in ($0.registry.all, $0.registry.look(clock.now)) }
        let rest = entries.drop { entry in request.after.map { entry.beacon.id <= $0 } ?? false }
        let items = rest.prefix(request.limit).map { shown($0, waiting[$0.beacon.id] ?? 0, look) }
        return BeaconPage(items: items, next: rest.count > items.count ? items.last?.id : nil)
    }

    func one(_ id: String) throws(RouteError) -> BeaconShown {
        let waiting = queue.withLock { $0.counts[id] ?? 0 }
        let (entry, look) = station.watch { [clock] in ($0.registry[id], $0.registry.look(clock.now)) }
        guard let entry else { throw .noBeacon }
        return shown(entry, waiting, look)
    }

    func put(_ request: PutBeacon) async throws -> BeaconShown {
        let id = request.beacon
        let kept = request.kept
        let beacon = kept.known(as: id)
        let problems = beacon.problemsAlone
        guard problems.isEmpty else { throw RouteError.wrongBeacon(problems) }
        try await recall()
        return try await turns.withLock {
            let refusal = station.knowledge.withLock { knowledge -> RouteError? in
                if let entry = knowledge.registry[id], !entry.isKept { return .inTheDocument }
                return knowledge.registry.rival(of: beacon).map { .taken($0.what, by: $0.id) }
            }
            if let refusal { throw refusal }
            try await store.transaction { [self] tx in
                if try tx.get(beacons, id) == nil, try tx.count(beacons) >= Registry.mostKept {
                    throw RouteError.tooManyBeacons(Registry.mostKept)
                }
                try tx.put(beacons, kept, id: id)
            }
            station.watch { $0.registry.keep(beacon) }
            return try one(id)
        }
    }

    /// Forgets a beacon that staff put here, and what it was to do.
    func remove(_ id: String) async throws -> Nothing {
        try await recall()
        try await turns.withLock {
            let entry = station.knowledge.withLock { $0.registry[id] }
            if let entry, !entry.isKept { throw RouteError.inTheDocument }
            let now = clock.now
            let pending = queue.withLock { $0.ids(of: id) }
            let wasThere = try await store.transaction { [self] tx in
                for command in pending { try tx.update(commands, command) { $0.abandon(at: now) } }
                return try tx.delete(beacons, id)
            }
            queue.withLock { $0.remove(pending) }
            station.tell { registry, wall in registry.remove(id, wall: wall).map { [$0] } ?? [] }
            // One that was left aside is in the store only.
            guard wasThere || entry != nil else { throw RouteError.noBeacon }
        }
        return Nothing()
    }

    func unknown() -> UnknownPage {
        let (strangers, look) = station.watch { [clock] in ($0.registry.strangers, $0.registry.look(clock.now)) }
        return UnknownPage(
            items: strangers.all.map { stranger in
                UnknownPage.Unknown(
                    address: stranger.address.description, random: stranger.address.kind & 1 == 1,
                    zone: Int(stranger.zone), mode: stranger.mode, staff: stranger.staff.map(Int.init),
                    rssi: stranger.rssi.map(Int.init), listener: stranger.listener,
                    times: Int64(clamping: stranger.times), first: look.wall(stranger.first),
                    heard: look.wall(stranger.last))
            }, forgotten: Int64(clamping: strangers.forgotten))
    }

    func take(_ heartbeat: Heartbeat) throws(RouteError) -> HeartbeatTaken {
        try gateways.greet(heartbeat.gateway)
        return HeartbeatTaken(
            unknown: station.watch { knowledge in
                heartbeat.beacons.filter { !knowledge.registry.hear($0, by: heartbeat.gateway) }.map(\.beacon)
            })
    }

    private func shown(_ entry: KnownBeacon.Entry, _ pending: Int, _ look: Registry.Look) -> BeaconShown {
        let (beacon, state) = (entry.beacon, entry.state)
        return BeaconShown(
            id: beacon.id, name: beacon.name, zone: beacon.zone, address: beacon.address, staff: beacon.staff,
            at: beacon.at, model: beacon.model, power: beacon.power, from: entry.isKept ? .staff : .document,
            signs: entry.key != nil, online: state.isOnline, first: state.first.map(look.wall),
            heard: state.last.map(look.wall),
            listener: state.listener, gateway: look.gateway(state), rssi: state.rssi.map(Int.init),
            times: Int64(clamping: state.times),
            said: state.said.map { .init(zone: Int($0.zone), mode: $0.mode, sequence: Int($0.sequence)) },
            battery: state.battery, brightness: state.brightness, shows: state.shows,
            refused: Int64(clamping: state.refused), why: state.why?.description, pending: pending)
    }
}
