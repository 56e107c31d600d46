internal import Columns
internal import Ways

extension Tables {
    /// The shortest ride from each place of patterns to the next one.
    func rides(from first: Int) -> [(group: UInt32, value: Link)] {
        var result: [(UInt32, Link)] = []
        for number in first..<patterns.count {
            let pattern = patterns[number]
            var shortest = Array(repeating: Int32.max, count: Int(pattern.length) - 1)
            var last: UInt32?
            for run in pattern.runs..<pattern.runs + pattern.runCount where runs[run].profile != last {
                last = runs[run].profile
                for hop in shortest.indices {
                    let event = Int(runs[run].profile) + 2 * hop
                    shortest[hop] = min(shortest[hop], events[event + 2] - events[event + 1])
                }
            }
            for (hop, time) in shortest.enumerated() {
                let stop = Int(pattern.stops) + hop
                let to = patternStops[stop + 1] & PatternStop.place
                result.append((patternStops[stop] & PatternStop.place, Link(to: to, length: time)))
            }
        }
        return result
    }

    /// All that leads from a place to another one: rides, walks, and staying seated.
    var links: [(group: UInt32, value: Link)] {
        var result = rides(from: 0)
        for place in 0..<places.count {
            for step in places.feet[place] { result.append((UInt32(place), places.feet.values[step])) }
        }
        for run in 0..<UInt32(hasSeats ? runs.count : 0) {
            let length = Int(patterns[runs[run].pattern].length)
            for step in next[Int(run)] {
                let to = UInt32(place(of: next.values[step], at: 0))
                result.append((UInt32(place(of: run, at: length - 1)), Link(to: to, length: 0)))
            }
        }
        return result
    }
}
