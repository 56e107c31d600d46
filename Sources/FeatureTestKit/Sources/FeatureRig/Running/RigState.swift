/// The state of a rig's feature.
@_spi(Hosting) public enum RigState: Sendable, Equatable, CustomStringConvertible {
    /// It has not been started, or it has been stopped.
    case off
    /// It runs and has not said that it is ready.
    case starting
    /// It runs and is ready.
    case active
    /// `run()`, or making the feature, threw this error.
    case failed(String)
    /// `run()` returned although nobody had asked the feature to stop.
    case ended
    /// It was asked to stop and has not returned yet.
    case stopping

    /// The name of the state.
    public var description: String {
        switch self {
        case .off: "off"
        case .starting: "starting"
        case .active: "active"
        case .failed(let reason): "failed: \(reason)"
        case .ended: "ended"
        case .stopping: "stopping"
        }
    }
}
