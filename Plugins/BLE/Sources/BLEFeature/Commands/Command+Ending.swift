internal import FeatureKit

// How a command ends; pure, time is an argument.
extension Command {
    /// Takes what a gateway says of it.
    ///
    /// - Parameters:
    ///   - near: The gateway that the beacon is near to, which alone can do it; nil where any may.
    ///   - gateways: All there are.
    /// - Returns: Whether that changed anything.
    mutating func take(
        _ answer: Answer, near: String?, of gateways: [String], at now: Timestamp
    ) throws(RouteError) -> Bool {
        if let before = answers.first(where: { $0.gateway == answer.gateway }) {
            guard before == answer else { throw .answeredOtherwise(state) }
            return false
        }
        switch state {
        case .EXECUTED, .FAILED:
            guard answer.executed == (state == .EXECUTED) else { throw .answeredOtherwise(state) }
            return false
        case .EXPIRED where taken == nil: throw .over(state)
        case .CANCELLED: throw .over(state)
        // What a gateway took in time and did too late was done.
        case .PENDING, .EXPIRED:
            answers.append(answer)
            if answer.executed {
                end(.EXECUTED, at: now)
            } else if near == answer.gateway || Set(answers.map(\.gateway)).isSuperset(of: gateways) {
                end(.FAILED, at: now, why: answer.why)
            }
            return true
        }
    }

    /// Ends it where no gateway has taken it; who asks again is told the same.
    mutating func cancel(at now: Timestamp) throws(RouteError) {
        switch state {
        case .PENDING where taken != nil: throw .taken
        case .PENDING: end(.CANCELLED, at: now)
        case .CANCELLED: break
        case .EXECUTED, .FAILED, .EXPIRED: throw .over(state)
        }
    }

    /// Ends it, whoever has taken it.
    mutating func abandon(at now: Timestamp) {
        if state == .PENDING { end(.CANCELLED, at: now, why: Self.beaconGone) }
    }

    mutating func expire(at now: Timestamp) {
        if state == .PENDING { end(.EXPIRED, at: now) }
    }

    private mutating func end(_ state: State, at now: Timestamp, why: String? = nil) {
        (self.state, ended, self.why) = (state, now, why)
    }
}
