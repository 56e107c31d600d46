import Foundation
import Testing

/// Texts that went through a host and may stand nowhere, in none of the forms in which they travel.
struct PlantedSecrets {
    /// What each of them is, for whoever reads that it was found.
    private var forms: [(name: String, form: Data)] = []

    /// Plants one that is never to be seen.
    mutating func add(_ name: String, _ text: String) {
        let bytes = Data(text.utf8)
        let base64 = bytes.base64EncodedString()
        let url = base64.replacing("+", with: "-").replacing("/", with: "_").prefix { $0 != "=" }
        let hex = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
        for form in Set([text, String(base64.prefix { $0 != "=" }), String(url), hex, hex.uppercased(), escaped]) {
            forms.append((name, Data(form.utf8)))
        }
    }

    /// A token of three parts: its claims may be told of, what signs them may not.
    mutating func add(token: String, _ name: String) throws {
        let parts = token.split(separator: ".")
        try #require(parts.count == 3, "\(name) is no token of three parts")
        add("the signature of \(name)", String(parts[2]))
    }

    /// The names of those that stand in bytes.
    func found(in bytes: Data) -> Set<String> {
        Set(forms.filter { bytes.range(of: $0.form) != nil }.map(\.name))
    }

    func found(in text: String) -> Set<String> { found(in: Data(text.utf8)) }
}
