import FeatureKit
import HTTPServer
import HostAccess

/// Finds out who asks; of a class, since everyone on the way of a request holds it.
final class CallerReader: Sendable {
    /// A caller, and what the answer has to tell them.
    struct Arrival: Sendable {
        let caller: Caller
        /// Whether it is a user who has signed in.
        let isUser: Bool
        /// The key that was made for a caller who had none.
        let issued: Fields?
    }

    private let policy: CallerPolicy
    private let authenticator: (any Authenticator)?
    private let keyHeader: String
    private let keyFields: KeyFields

    private let isSecure: Bool

    /// - Parameter isSecure: Whether everything comes by TLS.
    init(_ policy: CallerPolicy, isSecure: Bool = false, authenticator: (any Authenticator)? = nil) {
        self.policy = policy
        self.isSecure = isSecure
        self.authenticator = authenticator
        keyHeader = policy.header.lowercased()
        keyFields = KeyFields(policy)
    }

    /// Who sent a request.
    func read(_ request: Request, making keys: inout KeyMaker) throws(Problem) -> Arrival {
        if let token = Self.bearerToken(request["authorization"]), let authenticator {
            guard case .user(let user) = authenticator.verify(Array(token.utf8).span, at: 0) else { throw .badToken }
            let caller = Caller(
                key: user.key, attributes: attributes(of: request).merging(user.attributes) { $1 }, roles: user.roles,
                origin: .http)
            return Arrival(caller: caller, isUser: true, issued: nil)
        }
        return readStranger(request, making: &keys)
    }

    /// Who sent a request, whatever token may have come with it.
    func readStranger(_ request: Request, making keys: inout KeyMaker) -> Arrival {
        var issued: Fields?
        var key = sentKey(request)
        if key == nil, let made = keys.next() {
            key = String(decoding: made, as: UTF8.self)
            issued = keyFields.fields(for: made, secure: isSecure || request["x-forwarded-proto"] == "https")
        }
        let caller = Caller(key: key, attributes: attributes(of: request), origin: .http)
        return Arrival(caller: caller, isUser: false, issued: issued)
    }

    private func sentKey(_ request: Request) -> String? {
        if let key = request.withValue(of: keyHeader, CallerKey.text) ?? nil { return key }
        guard let key = request["cookie"].flatMap({ CookieField.value(of: policy.cookie, in: $0) }),
            CallerKey.isValid(key)
        else {
            return nil
        }
        return key
    }

    /// What headers tell of who sent a request.
    func attributes(of request: Request) -> [String: Value] {
        guard !policy.attributes.isEmpty else { return [:] }
        var attributes: [String: Value] = [:]
        for (name, header) in policy.attributes {
            if let text = request[header], text.utf8.count <= CallerPolicy.longestAttribute {
                attributes[name] = .text(text)
            }
        }
        return attributes
    }

    /// The token of `Authorization: Bearer …`; the word counts in any case.
    private static func bearerToken(_ field: String?) -> String? {
        guard let field, let space = field.firstIndex(of: " "), field[..<space].lowercased() == "bearer" else {
            return nil
        }
        return String(field[space...].drop { $0 == " " })
    }
}

extension RouteAccess {
    /// Refuses those who may not ask.
    func check(_ arrival: CallerReader.Arrival) throws(Problem) {
        if self == .everyone || self == .beforeSigningIn { return }
        // What this host does not know of takes a user at least.
        guard arrival.isUser else { throw .unauthenticated }
        if let role, !arrival.caller.roles.contains(role) { throw .forbidden(role) }
    }
}
