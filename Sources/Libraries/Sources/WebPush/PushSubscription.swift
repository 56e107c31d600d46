internal import Crypto
internal import Delivery
internal import OpenSSLKeys

/// Where a browser hears, and the keys that it handed out with that.
public struct PushSubscription: Sendable, Equatable {
    private static let authenticationCount = 16

    let endpoint: String
    let publicKey: [UInt8]
    let authentication: [UInt8]

    /// A subscription as a browser's `PushSubscription.toJSON` has it; nil where a part of it is not valid.
    ///
    /// - Parameters:
    ///   - endpoint: The push service's address, of `https`.
    ///   - allowsLocalHTTP: Whether the address may be one of `http` on this machine.
    public init?(endpoint: String, p256dh: String, auth: String, allowsLocalHTTP: Bool = false) {
        guard WebAddress.isValid(endpoint, allowsLocalHTTP: allowsLocalHTTP),
            let publicKey = Base64URL.bytes(p256dh, count: P256Key.publicCount), publicKey.first == 4,
            let authentication = Base64URL.bytes(auth, count: Self.authenticationCount)
        else { return nil }
        (self.endpoint, self.publicKey, self.authentication) = (endpoint, publicKey, authentication)
    }
}
