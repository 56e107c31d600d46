internal import FeatureKit
internal import LiveTiming

@Routes("track", as: "publicRoutes") extension TrackBoard {
    /// What the flags say: on the whole track, in each zone and in each sector.
    @Get("/status", .everyone, id: "track.status")
    func wholeStatus() async -> Status { status }

    /// What counts in a zone; in one that is not known, what counts for the whole track.
    /// - Parameter zone: The zone's number.
    @Get("/zones/{zone}", .everyone)
    func zone(@In(0...65_535) zone: Int) async -> ZoneStatus { ZoneStatus(of: zone, in: status) }

    /// Colours and symbols of each mode.
    @Get("/tokens", .everyone)
    func tokens(_ call: Call) async throws -> Tokens {
        Tokens(effects.wording, isForSunlight: try context.flags.value(of: .sunlightColors, for: call.caller))
    }

    /// The session that runs: its time, laps and classification.
    @Get("/session", .everyone, id: "track.session")
    func runningSession() async throws -> TimingSession {
        guard let session else { throw TrackRefusal.noSession }
        return session
    }

    /// The circuit's outline, sectors, corners and zones as GeoJSON.
    @Get("/circuit", .everyone, id: "track.circuit")
    func map() async throws -> Media {
        guard let circuit else { throw TrackRefusal.noCircuit }
        return circuit
    }
}
