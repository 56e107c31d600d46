internal import CLibCrypto

/// A private key of the curve P-256: it signs as ES256, and shares a secret with another key.
public struct P256Key: TokenKey {
    /// The name of the algorithm in a token's header.
    public static let algorithm = "ES256"
    /// The length of a public key in bytes: 4, x and y.
    public static let publicCount = Int(KEYS_POINT)
    /// The length of a private key in bytes.
    public static let scalarCount = Int(KEYS_SCALAR)

    /// A private key of P-256 in DER (RFC 5915), before and after its scalar.
    private static let privateStart: [UInt8] = [0x30, 0x31, 2, 1, 1, 4, 0x20]
    private static let privateEnd: [UInt8] = [0xA0, 10, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
    /// A public key of P-256 in DER (RFC 5480), before its point.
    private static let publicStart: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7,
        3,
        0x42, 0,
    ]

    private let key: PrivateKey
    /// The public key: 4, x and y.
    public let publicKey: [UInt8]

    /// Makes a new key; nil where OpenSSL can't.
    public init?() { unsafe self.init(PrivateKey(keys_make_p256())) }

    /// Reads a key in PEM, as `openssl` and Apple write it; nil where it is none of P-256.
    public init?(pem: String) { self.init(PrivateKey(pem: pem, type: "EC")) }

    /// Makes the key of a number of 32 bytes; nil where it is no private key.
    public init?(scalar: [UInt8]) {
        guard scalar.count == Self.scalarCount else { return nil }
        let der = Self.privateStart + scalar + Self.privateEnd
        unsafe self.init(PrivateKey(keys_read_private(der, der.count)))
    }

    private init?(_ key: PrivateKey?) {
        var point = [UInt8](repeating: 0, count: Self.publicCount)
        guard let key, unsafe keys_point(key.pointer, &point) == 1 else { return nil }
        (self.key, publicKey) = (key, point)
    }

    /// Signs a message: the two numbers of 32 bytes each; nil where OpenSSL can't.
    public func signature(of message: [UInt8]) -> [UInt8]? {
        var numbers = [UInt8](repeating: 0, count: 2 * Self.scalarCount)
        guard let sequence = key.signature(of: message),
            unsafe keys_signature_numbers(sequence, sequence.count, &numbers) == 1
        else { return nil }
        return numbers
    }

    /// The secret that this key shares with another public key (ECDH); nil where that is none of P-256.
    public func sharedSecret(with publicKey: [UInt8]) -> [UInt8]? {
        guard publicKey.count == Self.publicCount else { return nil }
        var secret = [UInt8](repeating: 0, count: Self.scalarCount)
        let der = Self.publicStart + publicKey
        return unsafe keys_share(key.pointer, der, der.count, &secret) == 1 ? secret : nil
    }
}
