internal import FeatureKit

/// Leads a copy of a lifecycle to rest with features that do at once what they are asked; time stands still.
struct Rehearsal {
    /// What was asked of a feature on the way.
    struct Moves: OptionSet {
        let rawValue: UInt8
        static let started = Moves(rawValue: 1)
        static let stopped = Moves(rawValue: 2)
        static let reconfigured = Moves(rawValue: 4)
    }

    private(set) var lifecycle: Lifecycle
    private(set) var moves: [String: Moves] = [:]
    /// What features answer that were given settings while they run.
    private var takes: [String: Bool] = [:]
    /// Whether a feature takes settings while it runs, after others.
    private let canTake: Takes

    /// Whether a feature takes settings while it runs, by those that it has.
    typealias Takes = (_ feature: String, _ new: Value, _ old: Value) -> Bool

    /// Nothing has to be tried again, and nobody's patience ends.
    private static let now = Duration.zero

    /// - Parameter lifecycle: As it stands; what is on its way arrives.
    init(_ lifecycle: Lifecycle, canTake: @escaping Takes) {
        self.lifecycle = lifecycle
        self.canTake = canTake
        settle()
    }

    /// Makes the features do what orders say.
    mutating func carryOut(_ orders: Orders) {
        send(.know(orders.survey.rules, wanting: orders.wanted))
        settle()
    }

    /// What follows is noted from here on.
    mutating func forgetMoves() { moves = [:] }

    private mutating func send(_ event: Lifecycle.Event) {
        let settings = lifecycle.records.mapValues(\.settings)
        for action in lifecycle.handle(event, at: Self.now) {
            switch action {
            case .start(let run, _): moves[run.feature, default: []].insert(.started)
            case .reconfigure(let run, let new):
                moves[run.feature, default: []].insert(.reconfigured)
                takes[run.feature] = canTake(run.feature, new, settings[run.feature].flatMap(\.self) ?? new)
            case .drain(let run), .cancel(let run), .revoke(let run): moves[run.feature, default: []].insert(.stopped)
            // Nothing here says that a unit takes over, so that a second life changes nothing.
            case .announce, .startBeside, .stands, .keep, .handOver, .publish: break
            }
        }
    }

    /// Each feature is asked a few things at most: it ends, even if a mistake in the rules would keep them from rest.
    private mutating func settle() {
        var rest = lifecycle.records.count * 8
        while rest > 0, let event = next() {
            send(event)
            rest -= 1
        }
    }

    /// What the first feature says that was asked something.
    private func next() -> Lifecycle.Event? {
        for (id, record) in lifecycle.records.sorted(by: { $0.key < $1.key }) {
            if let beside = record.beside, beside.phase == .draining { return .ended(beside.run, reason: nil) }
            guard let run = record.run else { continue }
            switch record.state {
            case .starting: return .ready(run)
            case .stopping where record.stop != .held: return .ended(run, reason: nil)
            case .active where record.isReconfiguring:
                let settings = record.settings ?? .null
                return .reconfigured(run, isApplied: takes[id] ?? canTake(id, settings, settings))
            default: break
            }
        }
        return nil
    }
}
