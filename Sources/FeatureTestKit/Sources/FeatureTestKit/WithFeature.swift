@_spi(Hosting) public import FeatureKit
@_spi(Hosting) internal import FeatureRig
public import Testing

/// Runs one feature by itself: on a bus of its own, with a clock that stands still, until `body` returns.
///
/// Then it stops the feature as a host does, and records an issue where the feature does not return or leaves anything
/// behind: a subscription, a route, a sleeping task.
///
/// - Parameters:
///   - type: The feature.
///   - settings: Its settings.
///   - flags: The values of its flags, by key.
///   - store: Where it keeps its documents; two runs with the same store are a restart.
///   - sourceLocation: Where failures are shown.
///   - prepare: Writes what is there before the feature starts.
///   - body: The test, which starts once the feature is ready.
public func withFeature<F: Feature>(
    _ type: F.Type, settings: F.Settings, flags: [String: Value] = [:], store: MemoryStore = MemoryStore(),
    clock: TestClock = TestClock(), sourceLocation: SourceLocation = #_sourceLocation,
    prepare: (Store, Blobs) async throws -> Void = { _, _ in }, _ body: (Probe) async throws -> Void
) async throws {
    let subject = RigSubject(id: "\(F.self)".lowercased(), entry: FeatureEntry(F.self))
    try await Rig.with(subject, store: store, clock: clock, flags: RigFlags(flags)) { rig in
        let kept = try await rig.kept()
        try await prepare(kept.store, kept.blobs)
        let probe = Probe(of: rig, kept.store, kept.blobs, sourceLocation)
        guard try await probe.start(F.self, settings) else { return }
        let result: Result<Void, any Error>
        do { result = .success(try await body(probe)) } catch { result = .failure(error) }
        await probe.finish()
        try result.get()
    }
}
