package import FeatureKit
internal import JSON

/// Something that is known of a caller, as it is written on a command line.
///
/// `age=33` is a number, `beta=true` is true, everything else is a text; after `:=` stands JSON.
package struct Attribute: Equatable {
    package let name: String
    package let value: Value

    /// Nil where it has no name or no sign, or no JSON where it has to.
    package init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
        let written = String(text[text.index(after: sign)...])
        guard text[..<sign].last == ":" else {
            name = String(text[..<sign])
            value = Self.meant(by: written)
            return
        }
        name = String(text[..<sign].dropLast())
        guard !name.isEmpty, let json = try? Value(json: written) else { return nil }
        value = json
    }

    /// What is written like a number is one where nothing of it is lost: `2.10` and `007` are texts.
    private static func meant(by text: String) -> Value {
        switch try? Value(json: text) {
        case .boolean(let boolean): .boolean(boolean)
        case .integer(let integer) where "\(integer)" == text: .integer(integer)
        case .number(let number) where "\(number)" == text: .number(number)
        default: .text(text)
        }
    }
}
