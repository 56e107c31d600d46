/// Where a feature stands.
package enum FeatureState: Sendable, Equatable {
    /// Not wanted, and nothing of it runs.
    case off
    /// Wanted, but something that it needs is not active, or something that it comes after is still starting.
    case waiting(on: [String])
    /// Its `run()` has been called and has not said that it is ready.
    case starting
    /// Ready.
    case active
    /// Asked to stop and not yet gone.
    case stopping
    /// It ended by itself or could not start; tried again at `retryAt`, or never where that is nil.
    case failed(reason: String, retryAt: Duration?)
    /// It failed too often; a change of its settings or switching it off and on tries again.
    case quarantined(reason: String)
    /// It did not stop within its budget; cut off from everything, but it still runs. Only a new process helps.
    case stuck

    /// The state's word, as the command line, the API and `host.features` show it.
    package var word: String {
        switch self {
        case .off: "off"
        case .waiting: "waiting"
        case .starting: "starting"
        case .active: "active"
        case .stopping: "stopping"
        case .failed: "failed"
        case .quarantined: "quarantined"
        case .stuck: "stuck"
        }
    }

    /// Why it is not active, for people.
    package var reason: String? {
        switch self {
        case .off, .starting, .active, .stopping: nil
        case .waiting(let others): "waits for " + others.joined(separator: ", ")
        case .failed(let reason, _), .quarantined(let reason): reason
        case .stuck: "did not stop; restart the host to get rid of it"
        }
    }
}
