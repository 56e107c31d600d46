/// What a feature has left behind after its run.
@_spi(Hosting) public struct Leftovers: Sendable, Equatable, CustomStringConvertible {
    /// Topics that it still reads.
    public let reads: [String]
    /// Routes that it still serves.
    public let serves: [String]
    /// How many of its tasks are asleep.
    public let sleepers: Int
    /// Whether it is still computing.
    public let computes: Bool
    /// Whether its store is still open.
    public let keepsStoreOpen: Bool
    /// How many messages it tried to publish after it was cut off.
    public let publishedTooLate: UInt64

    /// Whether nothing is left.
    public var isNothing: Bool {
        reads.isEmpty && serves.isEmpty && sleepers == 0 && !computes && !keepsStoreOpen && publishedTooLate == 0
    }

    /// Everything that is left, in words.
    public var description: String {
        var words: [String] = []
        if !reads.isEmpty { words.append("still reads \(reads.joined(separator: ", "))") }
        if !serves.isEmpty { words.append("still serves \(serves.joined(separator: ", "))") }
        if sleepers > 0 { words.append("has \(sleepers) \(sleepers == 1 ? "task" : "tasks") asleep") }
        if computes { words.append("still computes") }
        if keepsStoreOpen { words.append("keeps its store open") }
        if publishedTooLate > 0 {
            words.append(
                "published \(publishedTooLate) \(publishedTooLate == 1 ? "message" : "messages") after its end")
        }
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }
}
