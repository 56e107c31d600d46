@_spi(Hosting) import FeatureKit
import HTTPServer
import HostAccess

/// Identifies the caller of a request; a class, since everything that handles the request holds a reference to it.
final class CallerReader: Sendable {
    /// A caller, and what the answer has to return to them.
    struct Arrival: Sendable {
        let caller: Caller
        /// The user who has signed in; nil for an anonymous caller.
        let user: Identity?
        /// The key that was made for a caller who had none.
        let issued: Fields?

        /// Whether it is a user who has signed in.
        var isUser: Bool { user != nil }
    }

    private let policy: CallerPolicy
    private let authenticator: (any Authenticator)?
    /// Nil if requests are not rate-limited.
    private let rates: Rates?
    private let keyHeader: String
    private let keyFields: KeyFields

    private let isSecure: Bool

    /// - Parameter isSecure: Whether all requests come by TLS.
    init(
        _ policy: CallerPolicy, isSecure: Bool = false, authenticator: (any Authenticator)? = nil, rates: Rates? = nil
    ) {
        self.rates = rates
        self.policy = policy
        self.isSecure = isSecure
        self.authenticator = authenticator
        keyHeader = policy.header.lowercased()
        keyFields = KeyFields(policy)
    }

    /// The caller of a request that came to a loop.
    func read(_ request: Request, at loop: Int, making keys: inout KeyMaker) throws(Problem) -> Arrival {
        guard let user = try user(of: request, at: loop) else { return readAnonymous(request, making: &keys) }
        let told = attributes(of: request)
        let caller = Caller(
            key: user.key, attributes: told.isEmpty ? user.attributes : told.merging(user.attributes) { $1 },
            roles: user.roles, origin: .http, address: Self.address(of: request), device: sentKey(request))
        return Arrival(caller: caller, user: user, issued: nil)
    }

    /// The caller of a request whose body has not arrived yet, as far as is needed to check access.
    func arrival(of request: Request) throws(Problem) -> Arrival {
        let user = try user(of: request, at: 0)
        let caller = Caller(key: user?.key, roles: user?.roles ?? [], origin: .http)
        return Arrival(caller: caller, user: user, issued: nil)
    }

    /// The caller of a request, read as anonymous whatever token it has.
    func readAnonymous(_ request: Request, making keys: inout KeyMaker) -> Arrival {
        var issued: Fields?
        var key = sentKey(request)
        if key == nil, let made = keys.next() {
            key = String(decoding: made, as: UTF8.self)
            issued = keyFields.fields(for: made, secure: request.wasForwardedByTLS ?? isSecure)
        }
        let caller = Caller(
            key: key, attributes: attributes(of: request), origin: .http, address: Self.address(of: request),
            isSignedIn: false, device: key)
        return Arrival(caller: caller, user: nil, issued: issued)
    }

    /// The user who has signed in and sent a request that came to a loop; nil for an anonymous caller.
    ///
    /// The token is never copied into a string. A scheme other than `Bearer` is ignored: it belongs to another server,
    /// such as a proxy that asks for a password and forwards the header.
    func user(of request: Request, at loop: Int) throws(Problem) -> Identity? {
        guard let authenticator else { return nil }
        var wait: Duration?
        let verdict = request.withValue(of: Self.field) { field -> Verdict? in
            guard let start = Self.startOfToken(in: field) else { return nil }
            let token = field.extracting(start...)
            // Nearly all tokens were seen before; a known one is let in even from an address that sent forged ones.
            if let user = authenticator.recall(token, at: loop) { return .user(user) }
            wait = rates?.wait(ofForger: request)
            return wait == nil ? authenticator.verify(token, at: loop) : .unknownYet
        }
        guard let verdict else { return nil }
        // It is not known which of them a proxy before this server has checked.
        if request.hasSeveral(Self.field) { throw .badToken }
        switch verdict {
        case .user(let user): return user
        case .refused(let fault):
            if fault == .badSignature { rates?.noteForged(request) }
            throw .badToken
        case .unknownYet:
            guard let wait else { throw .tokenUnknownYet }
            rates?.noteUnlooked()
            throw .tooManyForged(wait)
        case nil: return nil
        }
    }

    /// Counts a request against the user's rate limit, from whatever address it comes, and refuses it above the limit.
    func count(_ user: Identity?) throws(Problem) {
        guard let user, let wait = rates?.wait(ofCaller: user.key) else { return }
        throw .tooManyRequests(of: "this user", wait)
    }

    /// Whether a user's sign-in is still valid.
    func stillKnows(_ user: Identity, at now: Timestamp) -> Bool { authenticator?.stillKnows(user, at: now) ?? false }

    private static let field = "authorization"
    private static let scheme = Array("bearer".utf8)

    /// Where the token of `Bearer …` begins, which may be the end; the scheme is matched in any case.
    private static func startOfToken(in field: borrowing Span<UInt8>) -> Int? {
        let scheme = scheme
        guard field.count >= scheme.count else { return nil }
        for index in scheme.indices where field[index] | 0x20 != scheme[index] { return nil }
        guard field.count > scheme.count else { return field.count }
        var start = scheme.count
        guard field[start] == UInt8(ascii: " ") else { return nil }
        while start < field.count, field[start] == UInt8(ascii: " ") { start += 1 }
        return start
    }

    /// The network address that a request came from.
    private static func address(of request: Request) -> String? {
        guard case .address(let address, _) = request.client else { return nil }
        return address
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

    /// The attributes of the caller that the request's headers give.
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
}

extension RouteAccess {
    /// Refuses callers without access.
    ///
    /// - Parameter allowsAnonymous: Whether routes for everyone are open to anonymous callers.
    func check(_ arrival: CallerReader.Arrival, allowsAnonymous: Bool) throws(Problem) {
        if self == .everyone, !allowsAnonymous, !arrival.isUser { throw .unauthenticated }
        if let refusal = refusal(of: arrival.caller) { throw Problem(refusal) }
    }
}
