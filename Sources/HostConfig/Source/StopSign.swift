internal import FeatureKit

/// Tells a thread that blocks to give up.
final class StopSign: Sendable {
    private let isUp = Lock(false)

    func raise() { isUp.withLock { $0 = true } }

    var isRaised: Bool { isUp.withLock { $0 } }
}
