import FeatureKit
import HTTPServer
import HostConfig
import HostRuntime

extension CertificateFiles.Problem: CustomStringConvertible {
    /// The file and what is wrong with it, as an operator reads it.
    var description: String { "\(path): error: \(message)" }

    /// What is wrong.
    var message: String {
        switch reason {
        case .source(let problem): problem.message
        case .tooLarge: "is larger than \(CertificateFiles.mostBytes / 1024) KiB, which no certificate is"
        case .open(let mode):
            "others may read or write this key (mode \(String(mode & 0o777, radix: 8))); chmod 600 or 640 keeps it secret"
        case .tls(let problem): "\(problem)"
        case .over(let end): "the certificate was good until \(end.toTheSecond)"
        }
    }
}
