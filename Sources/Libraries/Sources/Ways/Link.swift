public import Columns

/// What leads from a place to another one; places are numbers from 0.
public struct Link: BitwiseCopyable, Sendable {
    /// Where it leads.
    public var to: UInt32
    /// How long it is, in seconds or whatever its owner counts in.
    public var length: Int32

    /// What leads to a place.
    public init(to: UInt32, length: Int32) { (self.to, self.length) = (to, length) }
}

extension Groups<Link> {
    /// How long the shortest ways from a place to each of all places are; the greatest number where it is further than
    /// `most` or no way leads there.
    ///
    /// Places wait in a row for each length, which takes lengths that are few and not below zero.
    public func lengths(from start: Int, places: Int, most: Int32) -> [Int32] {
        var best = Array(repeating: Int32.max, count: places)
        var waiting: [[UInt32]] = [[UInt32(start)]]
        best[start] = 0
        var length = 0
        while length < waiting.count {
            while let place = waiting[length].popLast() {
                guard best[Int(place)] == Int32(length) else { continue }
                for number in self[Int(place)] {
                    let link = values[number]
                    let reached = Int32(length) + link.length
                    guard reached <= most, reached < best[Int(link.to)] else { continue }
                    best[Int(link.to)] = reached
                    while waiting.count <= Int(reached) { waiting.append([]) }
                    waiting[Int(reached)].append(link.to)
                }
            }
            length += 1
        }
        return best
    }
}
