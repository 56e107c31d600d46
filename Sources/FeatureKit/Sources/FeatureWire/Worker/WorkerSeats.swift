@_spi(Hosting) internal import FeatureKit

/// What a worker's feature has from its host besides the bus: its store, its flags, and in a rehearsal the time.
struct WorkerSeats {
    let stores: any StoreSource
    let flags: any FlagSource
    let clock: any ClockSource
    let bodies = BodyBeats()
    private let calls: WireCalls
    private let rehearsed: RehearsedClock?

    init(_ calls: WireCalls, _ rehearsal: WorkerRehearsal?) {
        self.calls = calls
        stores = RemoteStores(calls: calls, rehearsal: rehearsal?.executor, beats: bodies)
        flags = RemoteFlags(calls: calls)
        rehearsed = rehearsal.map { _ in RehearsedClock(calls) }
        clock = rehearsed ?? SystemClock()
    }

    /// Takes what time it is.
    func take(time message: WireMessage) throws(WireError) {
        guard let rehearsed else { throw .malformed("it says what time it is, and nobody asked") }
        try rehearsed.set(message)
    }

    /// Tells the host that the feature uses its store otherwise than it declared.
    func tell(misuse error: StoreError) { calls.tell(.misuse) { $0.storeError(error) } }
}
