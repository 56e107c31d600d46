internal import COpenSSL
internal import HostSystem

/// A key pair made for a test, and the tokens that it signs.
// Unchecked: one test uses it, which signs one token after the other.
@safe
package final class TestKey: @unchecked Sendable {
    package enum Kind { case rsa(bits: Int), p256, p384, ed25519 }

    package let id: String?
    private let kind: Kind
    private let key: OpaquePointer?

    package init(_ kind: Kind, id: String? = "k1") {
        self.kind = kind
        self.id = id
        var key: OpaquePointer?
        let name: String
        switch kind {
        case .rsa: name = "RSA"
        case .p256, .p384: name = "EC"
        case .ed25519: name = "ED25519"
        }
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, name, nil)
        unsafe EVP_PKEY_keygen_init(context)
        switch kind {
        case .rsa(let bits): unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits))
        case .p256: unsafe EVP_PKEY_CTX_set_group_name(context, "prime256v1")
        case .p384: unsafe EVP_PKEY_CTX_set_group_name(context, "secp384r1")
        case .ed25519: break
        }
        unsafe EVP_PKEY_generate(context, &key)
        unsafe EVP_PKEY_CTX_free(context)
        unsafe self.key = key
    }

    deinit { unsafe EVP_PKEY_free(key) }

    package var algorithm: String {
        switch kind {
        case .rsa: "RS256"
        case .p256, .p384: "ES256"
        case .ed25519: "EdDSA"
        }
    }

    /// The members of its public key.
    package var jwk: String {
        let name = id.map { #""kid":"\#($0)","# } ?? ""
        switch kind {
        case .rsa: return #"{"kty":"RSA",\#(name)"n":"\#(number("n"))","e":"\#(number("e"))"}"#
        case .p256, .p384:
            let size: Int
            let curve: String
            if case .p256 = kind { (size, curve) = (32, "P-256") } else { (size, curve) = (48, "P-384") }
            return
                #"{"kty":"EC","crv":"\#(curve)",\#(name)"x":"\#(number("qx", size))","y":"\#(number("qy", size))"}"#
        case .ed25519:
            var bytes = [UInt8](repeating: 0, count: 32)
            var count = 32
            _ = unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count)
            return #"{"kty":"OKP","crv":"Ed25519",\#(name)"x":"\#(letters(bytes))"}"#
        }
    }

    /// The public key as PEM, as confused libraries take it for the secret of an HMAC.
    package var pem: [UInt8] {
        let out = unsafe BIO_new(BIO_s_mem())
        unsafe PEM_write_bio_PUBKEY(out, key)
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = unsafe BIO_read(out, &bytes, 8_192)
        unsafe BIO_free(out)
        return Array(bytes.prefix(Int(max(0, count))))
    }

    private func number(_ name: String, _ size: Int? = nil) -> String {
        var number: OpaquePointer?
        unsafe EVP_PKEY_get_bn_param(key, name, &number)
        let count = unsafe size ?? (Int(BN_num_bits(number)) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe BN_bn2binpad(number, &bytes, Int32(count))
        unsafe BN_free(number)
        return letters(bytes)
    }

    /// The signature over bytes, as tokens have it.
    package func signature(over bytes: [UInt8]) -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var isEd = false
        if case .ed25519 = kind { isEd = true }
        _ = unsafe EVP_DigestSignInit(context, nil, isEd ? nil : EVP_sha256(), nil, key)
        var count = 0
        _ = unsafe EVP_DigestSign(context, nil, &count, bytes, bytes.count)
        var signature = [UInt8](repeating: 0, count: count)
        _ = unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count)
        signature = Array(signature.prefix(count))
        switch kind {
        case .p256: return raw(signature, half: 32)
        case .p384: return raw(signature, half: 48)
        default: return signature
        }
    }

    /// Both numbers of a sequence in DER.
    private func raw(_ sequence: [UInt8], half: Int) -> [UInt8] {
        var raw: [UInt8] = []
        var place = sequence[1] & 0x80 == 0 ? 2 : 3
        for _ in 0..<2 {
            let count = Int(sequence[place + 1])
            let digits = sequence[(place + 2)..<(place + 2 + count)].drop { $0 == 0 }
            raw += [UInt8](repeating: 0, count: half - digits.count) + digits
            place += 2 + count
        }
        return raw
    }

    /// A token with these claims, and with this header where it is not the usual one.
    package func token(_ claims: String, header: String? = nil) -> String {
        let name = id.map { #","kid":"\#($0)""# } ?? ""
        let header = header ?? #"{"alg":"\#(algorithm)","typ":"JWT"\#(name)}"#
        let signed = "\(letters(header)).\(letters(claims))"
        return "\(signed).\(letters(signature(over: Array(signed.utf8))))"
    }
}

/// Bytes in base64url without padding.
package func letters(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: Base64URL.letters(of: bytes), as: UTF8.self)
}

package func letters(_ text: String) -> String { letters(text.utf8) }

/// HMAC with SHA-256.
package func hmac(_ secret: [UInt8], _ text: String) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let bytes = Array(text.utf8)
    unsafe HMAC(EVP_sha256(), secret, Int32(secret.count), bytes, bytes.count, &out, &count)
    return out
}

/// A set of these keys.
package func set(_ keys: TestKey...) -> [UInt8] {
    Array(#"{"keys":[\#(keys.map(\.jwk).joined(separator: ","))]}"#.utf8)
}
