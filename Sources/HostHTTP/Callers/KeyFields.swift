import HTTPServer

/// The header fields that give a caller their key.
///
/// They are prepared once, with room for a key, since a client without cookies gets a new key with each answer.
struct KeyFields: Sendable {
    /// A year.
    static let maxAge = 31_536_000

    /// The lines, and the positions of the keys in them.
    private struct Template: Sendable {
        let lines: [UInt8]
        let places: [Int]

        init(_ policy: CallerPolicy, secure: Bool) {
            let end = "; Path=/; Max-Age=\(KeyFields.maxAge); HttpOnly; SameSite=Lax\(secure ? "; Secure" : "")"
            let room = String(repeating: "A", count: CallerKey.length)
            var fields: Fields = ["Set-Cookie": "\(policy.cookie)=\(room)\(end)"]
            let afterCookie = fields.bytes.count - end.utf8.count - 2
            fields.add(policy.header, room)
            lines = fields.bytes
            places = [afterCookie, lines.count - 2].map { $0 - CallerKey.length }
        }
    }

    private let plain: Template
    private let secure: Template

    init(_ policy: CallerPolicy) {
        plain = Template(policy, secure: false)
        secure = Template(policy, secure: true)
    }

    /// The fields with the cookie and the header.
    ///
    /// - Parameter secure: Whether the request came by TLS, to this server or to the proxy before it; a client that
    ///   lies about it harms only itself.
    func fields(for key: [UInt8], secure: Bool) -> Fields {
        let template = secure ? self.secure : plain
        var lines = template.lines
        for place in template.places {
            for (index, letter) in key.enumerated() where lines.indices.contains(place &+ index) {
                lines[place &+ index] = letter
            }
        }
        return Fields(lines: lines)
    }
}
