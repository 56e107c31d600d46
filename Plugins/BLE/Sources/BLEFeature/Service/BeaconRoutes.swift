internal import BLEContracts
internal import BeaconRanging
internal import BluetoothCaptures
internal import FeatureKit

/// A known beacon as staff see it.
@Record struct BeaconView: Equatable {
    enum Origin: String, CaseIterable, Shaped {
        case document, staff
    }

    /// The name that programs use.
    @Text(1...64) var id: String
    /// The name that people use.
    @Text(1...100) var name: String?
    /// The zone that it speaks of; staff speak of any.
    @In(0...65_535) var zone: Int?
    /// The address that it is heard by.
    var address: String?
    /// The number that a staff beacon sends.
    @In(0...4_294_967_295) var staff: Int?
    /// What it sends as an iBeacon.
    var ibeacon: IBeacon?
    /// Where it is on earth.
    var at: GeoPoint?
    /// Where it is on the circuit's map.
    var map: MapPoint?
    /// What device it is.
    @Text(1...64) var model: String?
    /// Its signal's strength in dBm a metre away.
    @In(-128...20) var power: Int?
    /// Whether it is in the settings, or staff added it.
    var from: Origin
    /// Whether it is believed only where it signs.
    var signs: Bool
    /// Whether it is heard.
    var online: Bool
    /// When it was heard first since the start.
    var first: Timestamp?
    /// When it was heard last.
    var heard: Timestamp?
    /// Who heard it last.
    @Text(1...64) var listener: String?
    /// The gateway that gets its commands; all get them where it is absent.
    @Text(1...64) var gateway: String?
    /// How strong it was heard last, in dBm.
    @In(-128...127) var rssi: Int?
    /// How often it was heard since the start.
    var times: Int64
    /// What it said last.
    var said: BeaconState.Said?
    /// What is left in its battery, in percent.
    @In(0...100) var battery: Int?
    /// How bright it is, in percent.
    @In(0...100) var brightness: Int?
    /// The mode that it shows, as a gateway knows.
    var shows: Sighting.Mode?
    /// How many words in its name were not believed.
    var refused: Int64
    /// Why the last of them was not.
    var why: String?
    /// How many commands wait for it.
    var pending: Int
}

/// Senders that speak as beacons do and are not known.
@Record struct UnknownSenderList {
    /// The one heard last first.
    @Count(0...UnknownSender.most) var items: [UnknownSender]
    /// How many were forgotten because there were too many.
    var forgotten: Int64
}

@Routes("ble", as: "beaconRoutes") extension BeaconService {
    /// All known beacons with how they are, by their ids.
    @Get("/beacons", .role("staff"))
    func beaconsAll(_ request: PageRequest) async throws -> Page<BeaconView> {
        Page(of: try await views { Array($0.all) }, by: \.id, request)
    }

    /// A known beacon with how it is.
    /// - Parameter beacon: Which beacon.
    @Get("/beacons/{beacon}", .role("staff"))
    func beacon(@Text(1...64) beacon: String) async throws -> BeaconView {
        guard let view = try await views({ [$0[beacon]].compactMap(\.self) }).first else {
            throw BLERefusal.noBeacon
        }
        return view
    }

    /// Adds a beacon to those of the settings, or changes one that staff added.
    @Put("/beacons/{beacon}", .role("staff"))
    func beaconPut(_ request: StaffBeacon) async throws -> BeaconView {
        let problems = request.known.problems
        guard problems.isEmpty else { throw BLERefusal.invalid(problems: problems.joined(separator: "; ")) }
        var beacon = request
        beacon.address = beacon.address.map { Advertisement.Address($0)?.description ?? $0 }
        let (known, document) = (beacon.known, beacon)
        try await load()
        try await changes.withLock {
            let refusal = pipeline.change { state -> BLERefusal? in
                let registry = state.reception.beacons
                if registry[known.id]?.definition.isKept == false { return .inTheDocument }
                return registry.rival(of: known).map { BLERefusal(taken: $0.mark, by: $0.id) }
            }
            if let refusal { throw refusal }
            try await store.transaction { [beacons] tx in
                if try tx.get(beacons, known.id) == nil, try tx.count(beacons) >= BeaconRegistry.mostKept {
                    throw BLERefusal.tooManyBeacons
                }
                try tx.put(beacons, document, id: known.id)
            }
            pipeline.change { $0.reception.beacons.keep(known, at: $0.reception.now.uptime) }
        }
        return try await self.beacon(beacon: known.id)
    }

    /// Removes a beacon that staff added, and cancels its commands.
    /// - Parameter beacon: Which beacon.
    @Delete("/beacons/{beacon}", .role("staff"))
    func beaconRemove(@Text(1...64) beacon: String) async throws {
        try await load()
        try await changes.withLock {
            let known = known(beacon)
            guard known?.isKept != false else { throw BLERefusal.inTheDocument }
            let now = clock.now
            defer { commandsChanged() }
            let wasKept = try await store.transaction { tx in
                try cancelCommands(of: beacon, at: now, tx)
                return try tx.delete(beacons, beacon)
            }
            pipeline.change { $0.reception.beacons.remove(beacon, at: $0.reception.now) }
            // One that was left aside is in the store only.
            guard wasKept || known != nil else { throw BLERefusal.noBeacon }
        }
    }

    /// Senders that speak as beacons do and are not known.
    @Get("/unknown", .role("staff"))
    func unknown() -> UnknownSenderList {
        let unknown = pipeline.change { $0.reception.beacons.unknownSenders }
        return UnknownSenderList(items: unknown.newestFirst.map(\.value), forgotten: Int64(clamping: unknown.evicted))
    }

    /// The exact bytes that a beacon sends.
    @Post("/encode", .role("staff"))
    func encode(_ request: EncodeRequest) throws -> EncodedReply {
        let sender: BeaconRegistry.Definition? = pipeline.change { state in
            let registry = state.reception.beacons
            if let beacon = request.beacon { return registry[beacon]?.definition }
            return request.staff.flatMap { registry[staff: $0]?.definition }
        }
        return try request.encoded(for: sender, at: clock.now)
    }

    private func views(
        _ find: @Sendable (BeaconRegistry) -> [BeaconRegistry.Entry]
    ) async throws -> [BeaconView] {
        let pending = try await pendingCommands().reduce(into: [:]) { $0[$1.document.beacon, default: 0] += 1 }
        let (entries, now, silence) = pipeline.change { state in
            let registry = state.reception.beacons
            return (find(registry), state.reception.now, registry.settings.offline)
        }
        return entries.map { entry in
            let (beacon, state) = (entry.beacon, entry.state)
            return BeaconView(
                id: beacon.id, name: beacon.name, zone: beacon.zone, address: beacon.address, staff: beacon.staff,
                ibeacon: beacon.ibeacon, at: beacon.at, map: beacon.map, model: beacon.model, power: beacon.power,
                from: entry.definition.isKept ? .staff : .document, signs: beacon.key != nil, online: state.isOnline,
                first: state.first.map(now.wall(at:)), heard: state.last.map(now.wall(at:)),
                listener: state.listener, gateway: state.nearGateway(at: now.uptime, silence: silence),
                rssi: state.rssi.map(Int.init), times: Int64(clamping: state.times), said: state.said,
                battery: state.battery, brightness: state.brightness, shows: state.shows,
                refused: Int64(clamping: state.refused), why: state.why?.rawValue, pending: pending[beacon.id] ?? 0)
        }
    }
}
