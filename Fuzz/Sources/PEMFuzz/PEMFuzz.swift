import FeatureKit
import Glibc
import Harness

@testable import HTTPServer

/// Any bytes are a certificate with its key or are refused, without asking anybody for a password; what is left over of
/// OpenSSL's errors is nobody else's.
@main enum PEMHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // One file with both, as some lay it, and two files.
    check(bytes, bytes)
    let middle = bytes.lastRange(of: Array("-----BEGIN".utf8))?.lowerBound ?? bytes.count / 2
    check(Array(bytes[..<middle]), Array(bytes[middle...]))
    check(Array(bytes[middle...]), Array(bytes[..<middle]))
    return 0
}

private func check(_ certificate: [UInt8], _ key: [UInt8]) {
    do throws(TLSProblem) {
        let identity = try TLSIdentity(certificate: certificate, key: key)
        require((1...TLSIdentity.mostCertificates).contains(identity.certificates.count), "there are too many")
        require(identity.isSame(as: identity))
        _ = identity.subject + "\(identity.begins)\(identity.ends)"
    } catch { require(!"\(error)".isEmpty) }
    require(OpenSSLError.take() == "for no reason that it tells", "an error is left over")
}

extension [UInt8] {
    fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
        guard count >= part.count else { return nil }
        return (0...(count - part.count)).reversed().first { self[$0...].starts(with: part) }
            .map { $0..<($0 + part.count) }
    }
}
