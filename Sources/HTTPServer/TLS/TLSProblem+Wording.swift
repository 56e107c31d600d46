extension TLSProblem: CustomStringConvertible {
    /// What is wrong, and what would be right.
    package var description: String {
        switch self {
        case .noCertificate: "there is no certificate in it; a PEM file has a block BEGIN CERTIFICATE"
        case .malformedCertificate(let reason): "a certificate in it can't be read: \(reason)"
        case .tooManyCertificates: "there are more than \(TLSIdentity.mostCertificates) certificates in it"
        case .noKey: "there is no private key in it; a PEM file has a block BEGIN PRIVATE KEY"
        case .encryptedKey: "the key in it is encrypted, and nobody is there to type its password; write it down plain"
        case .malformedKey(let reason): "the key in it can't be read: \(reason)"
        case .keyOfAnother: "the key belongs to another certificate"
        case .certificateNotFirst(let place):
            "the key belongs to certificate \(place) of the file; its own has to come first, then those above it"
        case .refused(let reason): "it can't be served with: \(reason)"
        }
    }
}
