internal import FeatureKit

/// Whoever speaks for the network: the network itself, a recording in its place, or nobody.
enum NetworkFeed: Sendable {
    case none
    case source(NetworkSource)
    case replay(SessionReplay)

    /// Checks all that can be known before anything is asked or played.
    static func open(
        network: NetworkSettings?, recording: RecordingSettings?, clock: FeatureClock, log: Log
    ) async throws(SourceProblem) -> NetworkFeed {
        switch (network, recording) {
        case (_?, _?): throw .both
        case (let network?, nil): .source(try NetworkSource(network, clock: clock, log: log))
        case (nil, let recording?): .replay(try await SessionReplay.open(recording, clock: clock, log: log))
        case (nil, nil): .none
        }
    }

    /// Tells what comes of it, until it has ended or the feature is asked to stop; cancel the task for that.
    func run(tell: @Sendable (NetworkNews) async -> Void) async {
        switch self {
        case .none: break
        case .source(let source): await source.run(tell: tell)
        case .replay(let replay): await replay.run(tell: tell)
        }
    }
}
