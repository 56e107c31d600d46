import COpenSSL
import CTLSProbe
import FeatureKit

/// A certificate that signs itself, and its key, as PEM.
struct TestCertificate {
    enum Kind { case p256, rsa(UInt32), ed25519 }

    /// Those that most tests use: to make a key takes long.
    static let p256 = TestCertificate()
    static let rsa = TestCertificate(.rsa(2048))

    let certificate: [UInt8]
    let key: [UInt8]
    /// The same key under a password.
    let encryptedKey: [UInt8]

    /// - Parameters:
    ///   - begins: In seconds from now.
    ///   - ends: In seconds from now.
    init(_ kind: Kind = .p256, name: String = "flagstand.test", begins: Int = -60, ends: Int = 86_400) {
        let key =
            switch kind {
            case .p256: unsafe test_key_p256()
            case .rsa(let bits): unsafe test_key_rsa(bits)
            case .ed25519: unsafe test_key_ed25519()
            }
        let certificate = unsafe test_certificate(key, name, begins, ends)
        defer {
            unsafe EVP_PKEY_free(key)
            unsafe X509_free(certificate)
        }
        self.certificate = unsafe Self.text { unsafe PEM_write_bio_X509($0, certificate) }
        self.key = unsafe Self.text { unsafe PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
        let password = Array("secret".utf8)
        encryptedKey = unsafe Self.text { bio in
            unsafe PEM_write_bio_PrivateKey(bio, key, EVP_aes_256_cbc(), password, Int32(password.count), nil, nil)
        }
    }

    private static func text(_ write: (OpaquePointer?) -> Int32) -> [UInt8] {
        let memory = unsafe BIO_new(BIO_s_mem())
        defer { unsafe BIO_free(memory) }
        _ = unsafe write(memory)
        var bytes: UnsafeMutablePointer<CChar>?
        let count = unsafe tls_text_of(memory, &bytes)
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
