internal import FeatureKit

/// A time zone of the tz database: how far its clocks are ahead of UTC, and when they are moved.
struct Zone: Sendable, Equatable {
    /// No zone is further from UTC (RFC 9636): neither behind nor ahead, in seconds.
    static let offsets = -89_999...93_599

    let name: String
    /// The offset before clocks were moved for the first time.
    private let first: Int
    /// When clocks were moved, in seconds since 1970, and the offset from then on.
    private let turns: [Int64]
    private let offsets: [Int]
    /// What counts from the last of those on.
    private let rule: ZoneRule?

    init(name: String, _ file: TZif) {
        self.name = name
        (first, turns, offsets, rule) = (file.first, file.turns, file.offsets, file.rule)
    }

    /// How many seconds its clocks are ahead of UTC at a moment.
    func offset(at moment: Timestamp) -> Int { offset(at: moment.second) }

    /// Which day it is there.
    func day(at moment: Timestamp) -> Day {
        let second = moment.second
        return Day(daysSince1970: (second + offset(at: second)).dividedFloor(by: 86_400))
    }

    /// When clocks there show a time on a day.
    ///
    /// What is shown twice counts the first time; what is skipped is told by the clock as it went before, and so comes
    /// after the gap (RFC 5545, 3.3.5).
    func moment(_ day: Day, secondOfDay: Int) -> Timestamp {
        let shown = day.daysSince1970 * 86_400 + secondOfDay
        let first = shown - Self.offsets.upperBound
        var before = offset(at: first - 1)
        for turn in turns(in: first...(shown - Self.offsets.lowerBound)) {
            let after = offset(at: turn)
            // Shown before this turn, or by no clock at all.
            if shown - before < turn || shown - after < turn { break }
            before = after
        }
        return Timestamp(second: shown - before)
    }

    private func offset(at second: Int) -> Int {
        guard let last = turns.last, second < last else {
            return rule?.offset(at: second) ?? offsets.last ?? first
        }
        let after = turns.partition { $0 > second }
        return after == 0 ? first : offsets[after - 1]
    }

    private func turns(in span: ClosedRange<Int>) -> [Int] {
        let known = turns[turns.partition { $0 >= span.lowerBound }..<turns.partition { $0 > span.upperBound }]
        let ruled = rule?.turns(in: span).filter { $0 > turns.last ?? .min } ?? []
        return known.map(Int.init) + ruled
    }
}

extension Timestamp {
    /// The second that it lies in, since 1970.
    var second: Int { Int(nanoseconds).dividedFloor(by: 1_000_000_000) }

    /// It stops at the ends of what can be counted.
    init(second: Int) { self = Timestamp(nanoseconds: 0).advanced(by: .seconds(second)) }
}

extension Int {
    func dividedFloor(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension [Int64] {
    /// Where those begin that something is true of, in a list in which all others come before.
    fileprivate func partition(_ isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(Int(self[middle])) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
