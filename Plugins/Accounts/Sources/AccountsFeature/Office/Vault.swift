internal import FeatureKit

/// The key that seals refresh tokens; made once.
struct Vault: Shaped, Codable, Equatable {
    static let bytes = 32
    static let id = "refresh"
    let key: String
    static let shape = Shape.object([Field("key", .text(length: 43...43), "256 bits.")])
}

extension Documents<Vault> {
    static var vault: Documents<Vault> { .init("vault") }
}
