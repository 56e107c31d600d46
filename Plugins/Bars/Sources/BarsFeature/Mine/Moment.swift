internal import FeatureKit

/// A moment before something else in one text that stands in an address as it is.
enum Moment {
    static func text(_ moment: Timestamp, before rest: String) -> String { "\(moment.nanoseconds)-\(rest)" }

    /// Takes such a text apart; nil where it is none.
    static func cut(_ text: String) -> (moment: Timestamp, rest: String)? {
        let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
        guard parts.count == 2, let nanoseconds = Int64(parts[0]) else { return nil }
        return (Timestamp(nanoseconds: nanoseconds), parts[1])
    }
}
