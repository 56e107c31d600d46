import HTTPServer

/// The fields that give a caller their key.
struct KeyFields: Sendable {
    /// A year.
    static let maxAge = 31_536_000

    private let cookie: String
    private let header: String

    init(_ policy: CallerPolicy) {
        cookie = policy.cookie
        header = policy.header
    }

    /// The cookie and the header.
    ///
    /// - Parameter secure: Whether the request came by TLS as far as the server before this one says; only whoever
    ///   lies about it has the harm.
    func fields(for key: [UInt8], secure: Bool) -> Fields {
        let key = String(decoding: key, as: UTF8.self)
        var fields = Fields()
        fields.add(
            "Set-Cookie",
            "\(cookie)=\(key); Path=/; Max-Age=\(Self.maxAge); HttpOnly; SameSite=Lax\(secure ? "; Secure" : "")")
        fields.add(header, key)
        return fields
    }
}
