package import FeatureKit
import HTTPServer
import HostAccess
package import HostConfig

/// The files that a configuration names beside secrets: a certificate, its key, issuers' keys.
///
/// A problem that keeps a host from starting is an error. One with which it starts, watching the file until it is
/// fixed, is a warning.
package enum NamedFiles {
    /// The problems of the named files.
    package static func complaints(of document: CheckedDocument, at now: Timestamp) -> [FileComplaint] {
        (document.http.tls.map { complaints(of: $0, at: now) } ?? [])
            + document.access.issuers.flatMap(complaints)
    }

    private static func complaints(of tls: HTTPSettings.TLS, at now: Timestamp) -> [FileComplaint] {
        func place(_ path: String) -> ValuePath {
            ValuePath([.member("http"), .member("tls"), .member(path == tls.key ? "key" : "certificate")])
        }
        do throws(CertificateFiles.Problem) {
            let identity = try CertificateFiles(settings: tls).read(at: now)
            do throws(TLSProblem) { _ = try TLSKeeper(identity) } catch {
                throw CertificateFiles.Problem(path: tls.certificate, reason: .tls(error))
            }
            return Certificates.remarks(of: identity, at: now).map {
                FileComplaint(tls.certificate, $0, at: place(tls.certificate), isWarning: true)
            }
        } catch { return [FileComplaint(error.path, error.message, at: place(error.path))] }
    }

    private static func complaints(of issuer: AccessSettings.Issuer) -> [FileComplaint] {
        guard case .file(let path) = issuer.keys else { return [] }
        let place = ValuePath(["access", "issuers", issuer.name, "keys", "file"].map { .member($0) })
        return KeyFile(path: path).remarks.map { FileComplaint(path, $0, at: place, isWarning: true) }
    }
}
