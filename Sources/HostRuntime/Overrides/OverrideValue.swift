package import FeatureKit
internal import HostConfig

/// What an operator wants of a target.
package enum OverrideValue: Sendable, Hashable {
    /// Whether something is on.
    case truth(Bool)
    /// How many have it, in millionths of a hundredth.
    case part(UInt64)
    /// The variant that everybody has.
    case variant(String)
    /// The copy of a unit that a feature runs from.
    case unit(UnitName)

    /// The value as data, which is read as the same one.
    package var value: Value {
        switch self {
        case .truth(let isOn): .boolean(isOn)
        case .part(let part): .text(Percentage.print(part))
        case .variant(let name): .text(name)
        case .unit(let name): .text("\(name)")
        }
    }
}

extension OverrideValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .truth(let isOn): "\(isOn)"
        case .part(let part): Percentage.print(part)
        case .variant(let name): name
        case .unit(let name): name.version
        }
    }
}

extension OverrideTarget {
    /// Reads what somebody wants of it.
    package func reading(_ value: Value) throws(OverrideProblem) -> OverrideValue {
        switch (kind, value) {
        case (.featureEnabled, .boolean(let isOn)), (.flagEnabled, .boolean(let isOn)): return .truth(isOn)
        case (.featureEnabled, _), (.flagEnabled, _): throw .wrongValue(self, .noTruth(value))
        case (.featureRollout, .text(let text)):
            do throws(Percentage.Problem) { return .part(try Percentage.parse(text)) } catch {
                throw .wrongValue(self, .noPercentage(error))
            }
        case (.featureRollout, _): throw .wrongValue(self, .noText(value))
        case (.flagServe, .text(let name)):
            guard name.unicodeScalars.count <= Overrides.longestName else { throw .nameTooLong }
            return .variant(name)
        case (.flagServe, _): throw .wrongValue(self, .noText(value))
        case (.featureUnit, .text(let text)):
            guard let name = UnitName(text) else { throw .wrongValue(self, .noUnit) }
            return .unit(name)
        case (.featureUnit, _): throw .wrongValue(self, .noUnit)
        }
    }

    /// The value that a text of the command line means; what it can't be, the host says.
    package func value(of text: String) -> Value {
        switch (kind, text) {
        case (.featureEnabled, "true"), (.flagEnabled, "true"): true
        case (.featureEnabled, "false"), (.flagEnabled, "false"): false
        default: .text(text)
        }
    }
}
