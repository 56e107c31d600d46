import Foundation
import Testing

/// Secret texts that a host was given and that may appear nowhere, in none of their encodings.
struct PlantedSecrets {
    /// A description of each secret, for the failure's message.
    private var forms: [(name: String, form: Data)] = []

    /// Plants a secret that must never appear.
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

    /// Plants a token of three parts: its claims may appear, its signature may not.
    mutating func add(token: String, _ name: String) throws {
        let parts = token.split(separator: ".")
        try #require(parts.count == 3, "\(name) is no token of three parts")
        add("the signature of \(name)", String(parts[2]))
    }

    /// The names of the secrets that bytes contain.
    func found(in bytes: Data) -> Set<String> {
        Set(forms.filter { bytes.range(of: $0.form) != nil }.map(\.name))
    }

    func found(in text: String) -> Set<String> { found(in: Data(text.utf8)) }
}
