package import FeatureKit

/// What an operator decided about a feature; it wins over the document.
package struct Toggle: Sendable, Equatable {
    package let isOn: Bool
    package let author: Author
    package let reason: String?
    package let at: Timestamp

    package init(isOn: Bool, author: Author, reason: String?, at: Timestamp) {
        self.isOn = isOn
        self.author = author
        self.reason = reason
        self.at = at
    }

    /// Whether another one says the same by the same person, whenever it was said.
    func means(_ other: Toggle?) -> Bool {
        other.map { isOn == $0.isOn && author == $0.author && reason == $0.reason } ?? false
    }
}

/// How toggles are told of; all their wording stands here.
extension Toggle {
    /// Who switched what, when and why: `switched off by root at 2026-11-21T14:03:05Z: "rain"`.
    var inWords: String {
        "switched \(Self.word(isOn)) by \(author.name) at \(at.toTheSecond)" + (reason.map { ": \"\($0)\"" } ?? "")
    }

    /// That a document which says otherwise does not count.
    func overruling(_ document: Bool) -> String {
        "toggled \(Self.word(isOn)) by \(author.name) since \(at.toTheSecond); the document says \(Self.word(document))"
    }

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}

extension Timestamp {
    /// The same without fractions of a millisecond.
    var toTheMillisecond: Timestamp { Timestamp(nanoseconds: nanoseconds - nanoseconds % 1_000_000) }

    /// The same without fractions of a second, for people.
    package var toTheSecond: Timestamp { Timestamp(nanoseconds: nanoseconds - nanoseconds % 1_000_000_000) }
}
