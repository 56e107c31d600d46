import FeatureKit
import Testing

@testable import HTTPServer

/// Certificates and keys as they lie in files, and every word about those that can't be used.
@Suite struct TLSIdentityTests {
    private static let one = TestCertificate(name: "one.test")
    private static let two = TestCertificate(.rsa(2048), name: "two.test")

    private static func problem(_ certificate: [UInt8], _ key: [UInt8]) -> String? {
        do throws(TLSProblem) {
            _ = try TLSKeeper(TLSIdentity(certificate: certificate, key: key))
            return nil
        } catch { return "\(error)" }
    }

    @Test func `a chain, and whose it is`() throws {
        let chain = Self.one.certificate + Array("\nwords between\n".utf8) + Self.two.certificate
        let identity = try TLSIdentity(certificate: chain, key: Self.one.key)
        #expect(identity.subject == "CN=one.test")
        #expect(identity.begins < identity.ends)
        #expect(Self.problem(chain, Self.one.key) == nil)
        let same = try TLSIdentity(certificate: chain, key: Self.one.key)
        #expect(identity.isSame(as: same))
        #expect(!identity.isSame(as: try TLSIdentity(certificate: Self.one.certificate, key: Self.one.key)))
    }

    @Test func `a name that would write to a terminal is escaped`() throws {
        let bad = TestCertificate(name: "a\u{1B}[31m,b\n")
        let subject = try TLSIdentity(certificate: bad.certificate, key: bad.key).subject
        #expect(subject == "CN=a\\1B[31m\\,b\\0A")
    }

    @Test func `what never ends`() throws {
        let pair = TestCertificate(ends: 400 * 365 * 86_400)
        #expect(try TLSIdentity(certificate: pair.certificate, key: pair.key).ends.nanoseconds == .max)
    }

    @Test func `what can't be used, word for word`() {
        let (one, two) = (Self.one, Self.two)
        let noCertificate = "there is no certificate in it; a PEM file has a block BEGIN CERTIFICATE"
        let noKey = "there is no private key in it; a PEM file has a block BEGIN PRIVATE KEY"
        #expect(Self.problem([], one.key) == noCertificate)
        #expect(Self.problem(one.key, one.key) == noCertificate)
        #expect(Self.problem(one.certificate, []) == noKey)
        #expect(Self.problem(one.certificate, Array("\0\u{FF}garbage".utf8)) == noKey)
        #expect(Self.problem(one.certificate, one.certificate) == noKey)
        #expect(
            Self.problem(one.certificate, one.encryptedKey)
                == "the key in it is encrypted, and nobody is there to type its password; write it down plain")
        #expect(Self.problem(one.certificate, two.key) == "the key belongs to another certificate")
        #expect(
            Self.problem(two.certificate + one.certificate, one.key)
                == "the key belongs to certificate 2 of the file; its own has to come first, then those above it")
        let many = Array(repeating: one.certificate, count: TLSIdentity.mostCertificates + 1).flatMap(\.self)
        #expect(Self.problem(many, one.key) == "there are more than 16 certificates in it")
        let torn = Array(one.certificate.prefix(200)) + Array("\n-----END CERTIFICATE-----\n".utf8)
        #expect(Self.problem(torn, one.key)?.hasPrefix("a certificate in it can't be read: ") == true)
        #expect(Self.problem(one.certificate + torn, one.key)?.hasPrefix("a certificate in it can't be read: ") == true)
        let tornKey = Array(one.key.prefix(90)) + Array("\n-----END PRIVATE KEY-----\n".utf8)
        #expect(Self.problem(one.certificate, tornKey)?.hasPrefix("the key in it can't be read: ") == true)
        let weak = TestCertificate(.rsa(1024))
        #expect(Self.problem(weak.certificate, weak.key) == "it can't be served with: ee key too small")
    }

    @Test func `every piece of a file is a certificate or a sentence`() {
        for count in stride(from: 0, to: Self.one.certificate.count, by: 29) {
            let isWhole = Self.problem(Array(Self.one.certificate.prefix(count)), Self.one.key) == nil
            #expect(!isWhole || count >= Self.one.certificate.count - 2)
        }
        for count in stride(from: 0, to: Self.one.key.count, by: 29) {
            let isWhole = Self.problem(Self.one.certificate, Array(Self.one.key.prefix(count))) == nil
            #expect(!isWhole || count >= Self.one.key.count - 2)
        }
    }
}
