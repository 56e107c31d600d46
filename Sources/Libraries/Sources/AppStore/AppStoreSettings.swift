internal import Crypto
public import FeatureKit

/// An app whose purchases in Apple's App Store count here.
@Record public struct AppStoreSettings: Equatable {
    /// The servers of Apple that vouch for purchases.
    public enum Environment: String, CaseIterable, Shaped {
        case production = "Production"
        case sandbox = "Sandbox"
        case xcode = "Xcode"
    }

    /// The app's bundle identifier.
    @Text(1...155) public var bundle: String
    /// The root certificates that are trusted, in PEM or as base64 of their DER: Apple's, or Xcode's for tests.
    @Text(1...10_000) @Count(1...5) public var roots: [String]
    /// Whose purchases count.
    public var environment: Environment = .production

    /// The root certificates in DER; nil where one can't be read.
    public var rootCertificates: [[UInt8]]? {
        let read = roots.map { text in
            let lines = text.split { $0.isNewline }.filter { !$0.hasPrefix("-----") }
            return Base64.bytes(lines.joined().filter { !$0.isWhitespace })
        }
        return read.contains { $0 == nil } ? nil : read.compactMap(\.self)
    }
}
