import FeatureKit
import HTTPServer
import HostConfig
import HostSystem

/// A certificate and its key, as they lie in files.
struct CertificateFiles {
    /// Why they can't be served with.
    struct Problem: Error, Equatable {
        let path: String
        let reason: Reason

        enum Reason: Equatable {
            case source(SourceProblem)
            case tooLarge
            /// Others than its owner and a group may read it, or others than its owner write it.
            case open(mode: UInt32)
            case tls(TLSProblem)
            case over(Timestamp)
        }
    }

    /// The largest file: chains have some kilobytes.
    static let mostBytes = 256 * 1024
    /// What others may not do with a key; a group may read it, which is how Debian gives keys to servers.
    private static let forbidden: UInt32 = 0o027

    let settings: HTTPSettings.TLS

    /// Reads both and sees to it that they fit.
    func read(at now: Timestamp) throws(Problem) -> TLSIdentity {
        let certificate = try read(settings.certificate)
        // What can't be read is told by reading it.
        if let found = try? FileIdentity(at: settings.key), found.kind == .file,
            found.access.mode & Self.forbidden != 0
        {
            throw Problem(path: settings.key, reason: .open(mode: found.access.mode))
        }
        let key = try read(settings.key)
        let identity: TLSIdentity
        do throws(TLSProblem) {
            identity = try TLSIdentity(certificate: certificate, key: key)
        } catch { throw Problem(path: error.isAboutKey ? settings.key : settings.certificate, reason: .tls(error)) }
        guard now < identity.ends else {
            throw Problem(path: settings.certificate, reason: .over(identity.ends))
        }
        return identity
    }

    private func read(_ path: String) throws(Problem) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SourceProblem) {
            bytes = try FileSource.read(path, most: Self.mostBytes + 1)
        } catch { throw Problem(path: path, reason: .source(error)) }
        guard bytes.count <= Self.mostBytes else { throw Problem(path: path, reason: .tooLarge) }
        return bytes
    }
}
