internal import FeatureKit

/// Settles a copy of a lifecycle with modules that do at once what they are asked, while time stands still.
struct Rehearsal {
    /// What a module was asked to do.
    struct Moves: OptionSet {
        let rawValue: UInt8
        static let started = Moves(rawValue: 1)
        static let stopped = Moves(rawValue: 2)
        static let reconfigured = Moves(rawValue: 4)
    }

    private(set) var lifecycle: Lifecycle
    private(set) var moves: [String: Moves] = [:]
    /// Whether modules took the settings that they were given while running.
    private var takes: [String: Bool] = [:]
    /// Whether a module takes new settings while it runs.
    private let canTake: Takes

    /// Whether a module takes new settings while it runs with old ones.
    typealias Takes = (_ feature: String, _ new: Value, _ old: Value) -> Bool

    /// The time never advances, so no retry and no timeout comes due.
    private static let now = Duration.zero

    /// - Parameter lifecycle: Its current state; what is starting or stopping is completed.
    init(_ lifecycle: Lifecycle, canTake: @escaping Takes) {
        self.lifecycle = lifecycle
        self.canTake = canTake
        settle()
    }

    /// Applies orders, and settles the modules.
    mutating func perform(_ orders: Orders) {
        send(.know(orders.survey.rules, wanting: orders.wanted))
        settle()
    }

    /// Forgets what modules were asked to do so far.
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
            // No unit takes over here, so a second life changes nothing.
            case .announce, .startBeside, .stands, .keep, .handOver, .publish: break
            }
        }
    }

    /// Answers for the modules until they settle; limited, in case a mistake in the rules never lets them.
    private mutating func settle() {
        var rest = lifecycle.records.count * 8
        while rest > 0, let event = next() {
            send(event)
            rest -= 1
        }
    }

    /// The answer of the first module that was asked something.
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
