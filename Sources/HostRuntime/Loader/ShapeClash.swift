@_spi(Hosting) package import FeatureKit

/// Two features that mean different data by one name.
package struct ShapeClash: Sendable, Equatable {
    /// Which of a contract's Shapes it is.
    package enum Part: Sendable, Equatable {
        case message
        case request
        case reply
    }

    /// The topic or route.
    package let name: String
    package let part: Part
    /// The feature that is refused, which is on the left of the difference.
    package let feature: String
    /// The feature that it has to agree with.
    package let other: String
    package let difference: ShapeDifference

    package init(name: String, part: Part, feature: String, other: String, difference: ShapeDifference) {
        self.name = name
        self.part = part
        self.feature = feature
        self.other = other
        self.difference = difference
    }
}
