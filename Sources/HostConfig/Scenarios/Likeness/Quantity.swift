@_spi(Hosting) package import FeatureKit

/// What can be more or less than another: a number, a duration or a moment.
package enum Quantity: Sendable, Equatable {
    case integer(Int64)
    case number(Double)
    case duration(Duration)
    case moment(Timestamp)

    init?(_ value: Value) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .text(let text):
            if let moment = Timestamp(text) {
                self = .moment(moment)
            } else if let duration = DurationText.parse(text) {
                self = .duration(duration)
            } else {
                return nil
            }
        case .null, .boolean, .list, .object: return nil
        }
    }

    var asNumber: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .duration, .moment: nil
        }
    }

    /// Whether it comes before another; nil where the two can't be compared.
    func isBefore(_ other: Quantity) -> Bool? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): return left < right
        case (.duration(let left), .duration(let right)): return left < right
        case (.moment(let left), .moment(let right)): return left < right
        default:
            guard let left = asNumber, let right = other.asNumber, !left.isNaN, !right.isNaN else { return nil }
            return left < right
        }
    }

    /// As people write it.
    package var text: String {
        switch self {
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .duration(let duration): DurationText.print(duration)
        case .moment(let moment): "\(moment)"
        }
    }
}
