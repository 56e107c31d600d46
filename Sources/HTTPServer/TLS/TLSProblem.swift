/// Why a certificate and its key can't be served with.
package enum TLSProblem: Error, Sendable, Equatable {
    case noCertificate
    /// What OpenSSL says of the first certificate that can't be read.
    case malformedCertificate(String)
    case tooManyCertificates
    case noKey
    case encryptedKey
    case malformedKey(String)
    /// The key belongs to no certificate of the file.
    case keyOfAnother
    /// The key belongs to a later certificate, counted from 1.
    case certificateNotFirst(Int)
    /// What OpenSSL says, such as that a key is too short.
    case refused(String)

    /// Whether it is the key that can't be used, not the certificate.
    package var isAboutKey: Bool {
        switch self {
        case .noKey, .encryptedKey, .malformedKey, .keyOfAnother: true
        case .noCertificate, .malformedCertificate, .tooManyCertificates, .certificateNotFirst, .refused: false
        }
    }
}
