@_spi(Hosting) public import FeatureKit
@_spi(Hosting) internal import FeatureRig
public import Testing

/// Checks a feature against the rules for every feature, except those that need the built unit; each problem is an
/// issue.
///
/// - Parameters:
///   - type: The feature.
///   - settings: Settings that it can start with.
///   - id: Its id; by default the type's name in small letters.
///   - cycles: How often it is started and stopped.
///   - sourceLocation: Where failures are shown.
///   - prepare: Writes what is to be there before each start.
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
