internal import COpenSSL
package import FeatureKit
internal import Glibc

/// A certificate, those above it, and its private key; they fit each other.
// Unchecked: nothing of it changes, and OpenSSL counts its references atomically.
@safe
package final class TLSIdentity: @unchecked Sendable {
    /// A chain has two or three.
    static let mostCertificates = 16

    /// Whose certificate it is.
    package let subject: String
    /// From when and until when it counts.
    package let begins: Timestamp
    package let ends: Timestamp

    /// Those of the file, its own first.
    let certificates: [OpaquePointer]
    let key: OpaquePointer

    /// Reads both, as PEM; the key's text is wiped from memory.
    package init(certificate: [UInt8], key text: consuming [UInt8]) throws(TLSProblem) {
        var text = text
        defer { unsafe OPENSSL_cleanse(&text, text.count) }
        let certificates = unsafe try Self.certificates(certificate)
        var isKept = false
        defer { if !isKept { unsafe certificates.forEach { unsafe X509_free($0) } } }
        let own = unsafe certificates[0]
        let key = unsafe try Self.key(text)
        defer { if !isKept { unsafe EVP_PKEY_free(key) } }
        OpenSSLError.clear()
        if unsafe X509_check_private_key(own, key) != 1 {
            let place = unsafe certificates.firstIndex { unsafe X509_check_private_key($0, key) == 1 }
            OpenSSLError.clear()
            throw place.map { .certificateNotFirst($0 + 1) } ?? .keyOfAnother
        }
        guard let begins = unsafe Self.time(X509_get0_notBefore(own)),
            let ends = unsafe Self.time(X509_get0_notAfter(own))
        else { throw .malformedCertificate("its dates are none") }
        subject = unsafe Self.subject(of: own)
        self.begins = begins
        self.ends = ends
        unsafe self.certificates = certificates
        unsafe self.key = key
        isKept = true
    }

    deinit {
        unsafe certificates.forEach { unsafe X509_free($0) }
        unsafe EVP_PKEY_free(key)
    }

    /// Whether both are the same certificate.
    package func isSame(as other: TLSIdentity) -> Bool {
        unsafe certificates.elementsEqual(other.certificates) { unsafe X509_cmp($0, $1) == 0 }
    }

    private static func certificates(_ text: [UInt8]) throws(TLSProblem) -> [OpaquePointer] {
        var found: [OpaquePointer] = unsafe []
        var problem: TLSProblem?
        unsafe withBlocks(text) { blocks in
            while let certificate = unsafe PEM_read_bio_X509(blocks, nil, noPassword, nil) {
                unsafe found.append(certificate)
                if unsafe found.count > mostCertificates {
                    problem = .tooManyCertificates
                    return
                }
            }
            if !OpenSSLError.isEndOfBlocks { problem = .malformedCertificate(OpenSSLError.take()) }
        }
        if problem == nil, unsafe found.isEmpty { problem = .noCertificate }
        guard let problem else { return unsafe found }
        unsafe found.forEach { unsafe X509_free($0) }
        throw problem
    }

    private static func key(_ text: [UInt8]) throws(TLSProblem) -> OpaquePointer {
        var key: OpaquePointer?
        var problem = TLSProblem.noKey
        unsafe withBlocks(text) { blocks in
            var asked = false
            unsafe key = unsafe withUnsafeMutablePointer(to: &asked) {
                unsafe PEM_read_bio_PrivateKey(blocks, nil, noPassword, $0)
            }
            if asked {
                problem = .encryptedKey
            } else if unsafe key == nil, !OpenSSLError.isEndOfBlocks {
                problem = .malformedKey(OpenSSLError.take())
            }
        }
        guard let key = unsafe key else { throw problem }
        return unsafe key
    }

    /// Gives no password, which OpenSSL would otherwise ask the terminal for, and notes that one was asked for.
    private static let noPassword:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?)
            -> Int32 = { _, _, _, asked in
                unsafe asked?.storeBytes(of: true, as: Bool.self)
                return -1
            }

    /// Lends a text as OpenSSL reads it.
    private static func withBlocks(_ text: [UInt8], _ body: (OpaquePointer) -> Void) {
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        unsafe text.withUnsafeBytes { text in
            guard let blocks = unsafe BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count)) else { return }
            defer { unsafe BIO_free(blocks) }
            unsafe body(blocks)
        }
    }

    private static func time(_ written: UnsafePointer<ASN1_TIME>?) -> Timestamp? {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(written, &parts) == 1 else { return nil }
        let seconds = unsafe Int64(timegm(&parts))
        // What never ends is written as the end of the year 9999, for which there is no Timestamp.
        let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return Timestamp(nanoseconds: overflows ? (seconds < 0 ? .min : .max) : nanoseconds)
    }

    private static func subject(of certificate: OpaquePointer) -> String {
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { return "" }
        defer { unsafe BIO_free(memory) }
        unsafe tls_write_name(memory, X509_get_subject_name(certificate))
        var bytes: UnsafeMutablePointer<CChar>?
        let count = unsafe tls_text_of(memory, &bytes)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: max(0, count)), as: UTF8.self)
    }
}
