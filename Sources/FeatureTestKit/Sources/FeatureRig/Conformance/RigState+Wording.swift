@_spi(Hosting) internal import FeatureKit

/// What rules say about where a feature stands; all of it stands here.
extension RigState {
    /// Why a feature that was started is not active.
    var notReady: String {
        switch self {
        case .active: "it is active"
        case .failed(let reason): "it can't start: \(reason)"
        case .starting: "it does not become ready while the time stands still; call context.ready() once it can be used"
        case .ended: "run() returned although nobody had asked for it; wait with context.untilStopped()"
        case .stopping: "it does not return when it is asked to stop"
        case .off: "it is off"
        }
    }

    /// What is wrong with a feature that should go on.
    ///
    /// - Parameter event: What happened, as in `after EVENT`.
    func complaint(after event: String) -> String? {
        switch self {
        case .active: nil
        case .failed(let reason): "after \(event) run() threw: \(reason)"
        case .ended: "after \(event) run() returned although nobody had asked for it"
        case .starting, .stopping, .off: "after \(event) it is \(self)"
        }
    }

    /// What is wrong with a feature that has been stopped.
    ///
    /// - Parameter round: Which stop it was, as in `ROUND run() threw`.
    func complaint(stopped round: String) -> String? {
        switch self {
        case .off: nil
        case .failed(let reason): "\(round) run() threw: \(reason); return when messages end and sleeps are cancelled"
        default: "\(round) it is \(self)"
        }
    }
}
