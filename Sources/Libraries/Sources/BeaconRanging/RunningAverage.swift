/// The mean of the last signals without a tenth of them at each end, as AltBeacon's is.
public struct RunningAverage: Sendable {
    private struct Sample {
        /// Since the first one; it may wrap, since all that count lie within a window.
        let milliseconds: UInt32
        let rssi: Int8
    }

    /// How many signals are kept; ten a second for the usual window are 200.
    static let mostSamples = 256
    /// How many samples the usual spread is worth beside those heard.
    private static let trust = 5.0

    let window: Duration
    private var samples: [Sample] = []
    /// The place of the oldest that counts; those before it are removed now and then.
    private var first = 0
    /// The same signals, the weakest first.
    private var sorted: [Int8] = []
    private var sum = 0
    private var squares = 0
    private var start: Duration?
    private var last = Duration.zero

    init(window: Duration) { self.window = window }

    /// How many signals count.
    var count: Int { sorted.count }

    mutating func take(_ rssi: Int8, at time: Duration) -> Level {
        let now = start == nil ? time : max(last, time)
        if start == nil || now - last >= window { begin(at: now) }
        last = now
        let milliseconds = Self.milliseconds(now - (start ?? now))
        forget(at: milliseconds)
        samples.append(Sample(milliseconds: milliseconds, rssi: rssi))
        sorted.insert(rssi, at: Self.place(of: rssi, in: sorted))
        sum += Int(rssi)
        squares += Int(rssi) * Int(rssi)
        return level
    }

    /// From three signals on a tenth at each end, rounded up, is left out.
    private var level: Level {
        let count = sorted.count
        let cut = count > 2 ? (count + 9) / 10 : 0
        var kept = sum
        for place in 0..<cut { kept -= Int(sorted[place]) + Int(sorted[count - 1 - place]) }
        let number = Double(count)
        let deviations = Double(squares) - Double(sum) * Double(sum) / number
        let spread = (max(deviations, 0) + SignalNoise.usual * Self.trust) / (number + Self.trust)
        return Level(strength: Double(kept) / Double(count - 2 * cut), variance: spread / Double(count - 2 * cut))
    }

    private mutating func begin(at now: Duration) {
        samples.removeAll(keepingCapacity: true)
        sorted.removeAll(keepingCapacity: true)
        (first, sum, squares, start) = (0, 0, 0, now)
    }

    private mutating func forget(at milliseconds: UInt32) {
        let limit = Self.milliseconds(window)
        while first < samples.count,
            milliseconds &- samples[first].milliseconds >= limit || samples.count - first >= Self.mostSamples
        {
            let rssi = samples[first].rssi
            sorted.remove(at: Self.place(of: rssi, in: sorted))
            sum -= Int(rssi)
            squares -= Int(rssi) * Int(rssi)
            first += 1
        }
        if first >= Self.mostSamples {
            samples.removeFirst(first)
            first = 0
        }
    }

    /// The place of the first that is not weaker.
    private static func place(of rssi: Int8, in sorted: [Int8]) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < rssi { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func milliseconds(_ duration: Duration) -> UInt32 {
        UInt32(truncatingIfNeeded: Int64(truncatingIfNeeded: duration.attoseconds / 1_000_000_000_000_000))
    }
}
