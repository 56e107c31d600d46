@_spi(Hosting) package import FeatureKit

/// How a source does, for metrics and operators.
package struct SourceState: Sendable, Equatable {
    package let name: String
    /// When it last said something that could be used; nil where that was before this host began.
    package var goodSince: Timestamp?
    /// How many times in a row it could not be used.
    package var failures = 0
    /// Nil where it can be used.
    package var failure: Failure?

    /// Why a source can't be used.
    package struct Failure: Sendable, Equatable {
        package let since: Timestamp
        /// What was wrong with it last.
        package let reason: String
    }
}

/// How all of them do, in the order of the document.
package final class SourceStates: Sendable {
    private let states = Lock<[SourceState]>([])
    private let clock: any ClockSource
    private let log: Log

    init(clock: any ClockSource, log: Log) {
        self.clock = clock
        self.log = log
    }

    package var all: [SourceState] { states.withLock { $0 } }

    /// Forgets all but these, in their order.
    func keep(_ names: [String]) {
        states.withLock { states in
            states = names.map { name in states.first { $0.name == name } ?? SourceState(name: name) }
        }
    }

    /// Notes how a source does.
    ///
    /// - Parameter reason: Why it can't be used; nil where it can.
    /// - Returns: Whether that is news: it fails, fails for another reason, or is well again.
    @discardableResult
    func note(_ name: String, failing reason: String?) -> Bool {
        let now = clock.now
        let former = states.withLock { states in
            let index = states.firstIndex { $0.name == name } ?? states.endIndex
            if index == states.endIndex { states.append(SourceState(name: name)) }
            let former = states[index]
            if let reason {
                states[index].failures += 1
                states[index].failure = .init(since: former.failure?.since ?? now, reason: reason)
            } else {
                states[index] = SourceState(name: name, goodSince: now)
            }
            return former
        }
        if reason == nil, former.failure != nil {
            log.info("a source can be used again", [("source", name), ("failures", "\(former.failures)")])
        }
        return former.failure?.reason != reason
    }
}
