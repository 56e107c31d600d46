@_spi(Hosting) internal import FeatureKit

/// Plain data that the index keeps: itself where it is small, else by the digest of the blob that holds it.
///
/// What changes often is mostly small, and then costs no file of its own.
struct KeptValue: Sendable, Equatable {
    /// The most bytes of data that lies in the index.
    static let mostInside = 2048

    /// Of its bytes: equal for equal data.
    let digest: String
    let count: Int
    /// Nil where a blob holds it.
    let inside: Value?

    init(_ value: Value) { self.init(value, value.keptBytes) }

    /// - Parameter bytes: The value as a blob holds it.
    init(_ value: Value, _ bytes: [UInt8]) {
        digest = SHA256.hexDigest(of: bytes)
        count = bytes.count
        // Nothing can't be told from the absence of something; and a mere nil would be a value here.
        let isInside = bytes.count <= Self.mostInside && value != .null
        inside = isInside ? value : Value?.none
    }

    /// What a blob holds.
    init(digest: String, count: Int) {
        self.digest = digest
        self.count = count
        inside = Value?.none
    }
}

extension Value {
    /// As a blob holds it: the same bytes for equal data.
    var keptBytes: [UInt8] { Array(inOrder.json.utf8) }

    private var inOrder: Value {
        switch self {
        case .object(let members):
            .object(Members(members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.inOrder) }))
        case .list(let list): .list(list.map(\.inOrder))
        default: self
        }
    }
}
