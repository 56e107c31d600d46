public import FeatureKit

/// A time zone of the tz database: how far its clocks are ahead of UTC, and when they are moved.
public struct Zone: Sendable, Equatable {
    /// How many seconds a zone may be ahead of UTC (RFC 9636).
    static let offsets = -89_999...93_599

    /// The name in the tz database, such as `Europe/Madrid`.
    public let name: String
    /// The offset before clocks were moved for the first time.
    private let first: Int
    /// When clocks were moved, in seconds since 1970, and the offset from then on.
    private let transitions: [Int64]
    private let offsets: [Int]
    /// What applies after the last of those.
    private let rule: ZoneRule?

    init(name: String, _ file: TZif) {
        self.name = name
        (first, transitions, offsets, rule) = (file.first, file.transitions, file.offsets, file.rule)
    }

    /// How many seconds its clocks are ahead of UTC at a moment.
    public func offset(at moment: Timestamp) -> Int { offset(at: moment.second) }

    /// Which day it is there.
    public func day(at moment: Timestamp) -> Day {
        let second = moment.second
        return Day(daysSince1970: (second + offset(at: second)).dividedFloor(by: 86_400))
    }

    /// Which time clocks there show.
    public func time(at moment: Timestamp) -> TimeOfDay {
        let shown = moment.second + offset(at: moment)
        return TimeOfDay(second: shown - shown.dividedFloor(by: 86_400) * 86_400)
    }

    /// When clocks there show a time on a day.
    ///
    /// Where clocks are set back, a time that is shown twice is the first of the two; where they are set ahead, a time that
    /// is skipped lies as long after the gap as clocks that were not set would show it (RFC 5545, 3.3.5).
    public func moment(_ day: Day, _ time: TimeOfDay) -> Timestamp { moment(day, secondOfDay: time.second) }

    func moment(_ day: Day, secondOfDay: Int) -> Timestamp {
        let shown = day.daysSince1970 * 86_400 + secondOfDay
        let first = shown - Self.offsets.upperBound
        var before = offset(at: first - 1)
        for transition in transitions(in: first...(shown - Self.offsets.lowerBound)) {
            let after = offset(at: transition)
            // Shown before this transition, or skipped by it.
            if shown - before < transition || shown - after < transition { break }
            before = after
        }
        return Timestamp(second: shown - before)
    }

    private func offset(at second: Int) -> Int {
        guard let last = transitions.last, second < last else {
            return rule?.offset(at: second) ?? offsets.last ?? first
        }
        let after = transitions.partition { $0 > second }
        return after == 0 ? first : offsets[after - 1]
    }

    private func transitions(in span: ClosedRange<Int>) -> [Int] {
        let known = transitions[
            transitions.partition { $0 >= span.lowerBound }..<transitions.partition { $0 > span.upperBound }]
        let ruled = rule?.transitions(in: span).filter { $0 > transitions.last ?? .min } ?? []
        return known.map(Int.init) + ruled
    }
}

extension [Int64] {
    /// The first index of which the condition is true; it is for all that follow.
    fileprivate func partition(_ isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(Int(self[middle])) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
