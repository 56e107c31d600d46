@_spi(Hosting) public import FeatureKit
@_spi(Hosting) internal import FeatureRig
public import Testing

/// Holds a feature to the rules that every feature is held to, without what only the built unit can show; each problem
/// is an issue.
///
/// - Parameters:
///   - type: The feature.
///   - settings: Settings that it can start with.
///   - id: Its id; the type's name in small letters unless told.
///   - cycles: How often it is started and stopped.
///   - sourceLocation: Where failures are shown.
///   - prepare: Writes what is there before each start.
public func expectConforms<F: Feature>(
    _ type: F.Type, settings: F.Settings, id: String? = nil, cycles: Int = 5,
    sourceLocation: SourceLocation = #_sourceLocation,
    prepare: @escaping @Sendable (Store, Blobs) async throws -> Void = { _, _ in }
) async throws {
    let entry = FeatureEntry(F.self, settings: settings)
    let subject = ConformanceSubject(
        RigSubject(id: id ?? "\(F.self)".lowercased(), entry: entry),
        settings: try Value(revealing: settings), cycles: cycles
    ) { rig in
        let kept = try await rig.kept()
        try await prepare(kept.store, kept.blobs)
    }
    for rule in ConformanceRule.all {
        for problem in await rule.problems(of: subject) {
            Issue.record("\(F.self): \(rule.name): \(problem)", sourceLocation: sourceLocation)
        }
    }
}
