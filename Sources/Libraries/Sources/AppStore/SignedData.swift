internal import Crypto
internal import FeatureKit
internal import OpenSSLKeys
internal import WebJSON

/// Why something that claims to come from the App Store does not count.
public enum AppStoreProblem: Error, Equatable, CustomStringConvertible {
    /// It is no signature in three parts with a chain of three certificates, or too large.
    case format
    /// The algorithm is another one than ES256.
    case algorithm
    /// The certificates don't lead to a root that is trusted, or were not valid when it was signed.
    case chain
    /// The signature does not fit.
    case signature
    /// It is signed, and a field is missing or is another one than it should be.
    case field(String)
    /// It is of another app.
    case bundle(String)
    /// It is of other servers of Apple than count here.
    case environment(String)

    /// What is wrong, in a sentence.
    public var description: String {
        switch self {
        case .format: "it is no signed data of the App Store"
        case .algorithm: "it is not signed by ES256"
        case .chain: "its certificates lead to no root that is trusted"
        case .signature: "its signature does not fit"
        case .field(let name): "its field \(name) is missing or is another one than it should be"
        case .bundle(let name): "it is of another app: \(name)"
        case .environment(let name): "it is of another environment: \(name)"
        }
    }
}

/// Data in JSON that Apple has signed (JWS), with the certificates that vouch for the key.
struct SignedData {
    private static let mostBytes = 65_536
    /// Extensions of Apple's certificates for receipts, and of those that sign them.
    private static let marks = (leaf: "1.2.840.113635.100.6.11.1", middle: "1.2.840.113635.100.6.2.1")

    /// What was signed.
    let payload: Value

    init(_ text: String, _ roots: [[UInt8]]) throws(AppStoreProblem) {
        let (head, payload, parts) = try Self.read(text)
        guard case .text("ES256")? = head["alg"] else { throw .algorithm }
        guard case .list(let names)? = head["x5c"], names.count == 3 else { throw .format }
        let chain = names.compactMap { name -> [UInt8]? in
            if case .text(let text) = name { Base64.bytes(text) } else { nil }
        }
        guard let signed = payload.milliseconds("signedDate") else { throw .field("signedDate") }
        guard let key = CertifiedKey(chain: chain, roots: roots, at: signed.seconds, marks: Self.marks) else {
            throw .chain
        }
        guard let signature = Self.bytes(parts[2]),
            key.isSignature(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
        else { throw .signature }
        self.payload = payload
    }

    /// The head and the payload of a signature, which nobody has checked yet.
    static func read(_ text: String) throws(AppStoreProblem) -> (head: Value, payload: Value, parts: [Substring]) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= mostBytes, parts.count == 3, let head = bytes(parts[0]), let payload = bytes(parts[1]),
            let headValue = try? JSONText.value(of: head), let payloadValue = try? JSONText.value(of: payload)
        else { throw .format }
        return (headValue, payloadValue, parts)
    }

    private static func bytes(_ part: Substring) -> [UInt8]? {
        // Four letters stand for three bytes.
        Base64URL.bytes(part, count: part.utf8.count * 3 / 4)
    }
}

extension Value {
    func text(_ name: String) -> String? { if case .text(let text)? = self[name] { text } else { nil } }
    func integer(_ name: String) -> Int64? { if case .integer(let number)? = self[name] { number } else { nil } }

    /// A moment in milliseconds since 1970.
    func milliseconds(_ name: String) -> Timestamp? {
        integer(name).flatMap { 0...9_000_000_000_000 ~= $0 ? Timestamp(nanoseconds: $0 * 1_000_000) : nil }
    }
}
