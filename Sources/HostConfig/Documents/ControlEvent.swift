internal import HostSystem

/// An event by which the host itself speaks in a stream of a feature's.
///
/// Such a stream's own events bear the last word of their topic's or route's name, so that no such word may be one of
/// these.
package enum ControlEvent: String, CaseIterable {
    /// The stream is over.
    case end
    /// Events are missing.
    case gap
    /// A route failed after its answer had begun.
    case problem

    /// The event that a topic's or a route's own events would be taken for.
    package init?(lastWordOf name: String) {
        guard let word = name.split(separator: ".").last else { return nil }
        self.init(rawValue: String(word))
    }

    /// Why a topic or a route can't have a name that ends so.
    package static func complaint(about name: String) -> String {
        let words = allCases.map { "\"\($0.rawValue)\"" }
        return "\(Printable.quoted(name)) can't be streamed: its events would be taken for the host's own, which are "
            + "\(words.dropLast().joined(separator: ", ")) and \(words.last ?? ""); give it another last word"
    }
}
