package import FeatureKit

/// An operator's decision about a feature or a flag, which wins over the configuration files.
package struct Override: Sendable, Equatable {
    package let target: OverrideTarget
    package let value: OverrideValue
    package let author: Author
    package let reason: String?
    package let at: Timestamp
    /// When it expires; nil where it never does.
    package let until: Timestamp?
    /// Whether its author forced it to stop a locked feature.
    package let isForced: Bool

    package init(
        _ target: OverrideTarget, to value: OverrideValue, author: Author, reason: String? = nil, at: Timestamp,
        until: Timestamp? = nil, isForced: Bool = false
    ) {
        self.isForced = isForced
        self.target = target
        self.value = value
        self.author = author
        self.reason = reason
        self.at = at
        self.until = until
    }

    /// Whether it switches something on; nil where it says something else.
    package var isOn: Bool? { if case .truth(let isOn) = value { isOn } else { nil } }

    /// Whether it switches a feature on.
    var switchesOn: Bool { target.kind == .featureEnabled && isOn == true }

    /// Whether it counts of a locked feature: that is on for everybody, or off by force.
    var countsOnLocked: Bool { isOn.map { $0 || isForced } ?? (unit != nil) }

    /// How many have it, in millionths of a hundredth; nil where it says something else.
    var part: UInt64? { if case .part(let part) = value { part } else { nil } }

    /// The variant that everybody has; nil where it says something else.
    var variant: String? { if case .variant(let name) = value { name } else { nil } }

    /// The copy of a unit that a feature runs from; nil where it says something else.
    var unit: UnitName? { if case .unit(let name) = value { name } else { nil } }

    /// Whether another one says the same by the same person for as long, whenever it was said.
    func means(_ other: Override?) -> Bool {
        other.map {
            target == $0.target && value == $0.value && author == $0.author && reason == $0.reason && until == $0.until
                && isForced == $0.isForced
        } ?? false
    }

    /// The same, forced or not.
    func forced(_ isForced: Bool) -> Override {
        Override(target, to: value, author: author, reason: reason, at: at, until: until, isForced: isForced)
    }

    /// Whether it has expired.
    package func hasExpired(at now: Timestamp) -> Bool { until.map { $0 <= now } ?? false }
}

extension Timestamp {
    /// The same without fractions of a millisecond.
    var toTheMillisecond: Timestamp { Timestamp(nanoseconds: nanoseconds - nanoseconds % 1_000_000) }

    /// The same without fractions of a second, for people.
    package var toTheSecond: Timestamp { Timestamp(nanoseconds: nanoseconds - nanoseconds % 1_000_000_000) }
}
