@_spi(Hosting) internal import FeatureKit

/// How rules run the feature.
extension ConformanceSubject {
    /// Makes a rig for the feature, with what it asks of others served.
    func with<Result>(_ body: (Rig, Traffic) async throws -> Result) async throws -> Result {
        try await Rig.with(feature) { rig in
            try await prepare(rig)
            let traffic = Traffic(rig)
            try traffic.playNeighbours()
            return try await body(rig, traffic)
        }
    }

    /// The same with the feature started and ready.
    func whileActive<Result>(_ body: (Rig, Traffic) async throws -> Result) async throws -> Result {
        try await with { rig, traffic in
            let state = await rig.start(settings)
            guard state == .active else { throw NotReady(description: state.notReady) }
            return try await body(rig, traffic)
        }
    }
}

/// Why a rule can't be tried: the feature does not come so far.
struct NotReady: Error, CustomStringConvertible {
    let description: String
}
