@_spi(Hosting) package import FeatureKit

/// The state of a source, for metrics and operators.
package struct SourceState: Sendable, Equatable {
    package let name: String
    /// When its last good content came; nil where that was before this host started.
    package var goodSince: Timestamp?
    /// The number of failures in a row.
    package var failures = 0
    /// Nil where it can be used.
    package var failure: Failure?

    /// Why a source can't be used.
    package struct Failure: Sendable, Equatable {
        package let since: Timestamp
        /// The reason of the last failure.
        package let reason: String
    }
}

/// The states of all sources, in the order of the configuration.
package final class SourceStates: Sendable {
    private let states = Lock<[SourceState]>([])
    private let clock: any ClockSource
    private let log: Log

    init(clock: any ClockSource, log: Log) {
        self.clock = clock
        self.log = log
    }

    package var all: [SourceState] { states.withLock { $0 } }

    /// Keeps only the states of these sources, in their order.
    func keep(_ names: [String]) {
        states.withLock { states in
            states = names.map { name in states.first { $0.name == name } ?? SourceState(name: name) }
        }
    }

    /// Notes a source's state.
    ///
    /// - Parameter reason: Why it can't be used; nil where it can.
    /// - Returns: Whether the state changed: it fails, fails for another reason, or can be used again.
    @discardableResult
    func note(_ name: String, failing reason: String?) -> Bool {
        let now = clock.now
        let previous = states.withLock { states in
            let index = states.firstIndex { $0.name == name } ?? states.endIndex
            if index == states.endIndex { states.append(SourceState(name: name)) }
            let previous = states[index]
            if let reason {
                states[index].failures += 1
                states[index].failure = .init(since: previous.failure?.since ?? now, reason: reason)
            } else {
                states[index] = SourceState(name: name, goodSince: now)
            }
            return previous
        }
        if reason == nil, previous.failure != nil {
            log.info("a source can be used again", [("source", name), ("failures", "\(previous.failures)")])
        }
        return previous.failure?.reason != reason
    }
}
