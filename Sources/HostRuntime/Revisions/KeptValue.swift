@_spi(Hosting) internal import FeatureKit

/// A value that the index keeps: the value itself if it is small, else the digest of the blob that holds it.
///
/// Values that change often are mostly small, and then cost no file of their own.
struct KeptValue: Sendable, Equatable {
    /// The most bytes of a value in the index itself.
    static let mostInside = 2048

    /// The digest of its bytes: equal for equal data.
    let digest: String
    let count: Int
    /// The value itself; nil if a blob holds it.
    let inside: Value?

    init(_ value: Value) { self.init(value, value.keptBytes) }

    /// - Parameter bytes: The value as a blob holds it.
    init(_ value: Value, _ bytes: [UInt8]) {
        digest = SHA256.hexDigest(of: bytes)
        count = bytes.count
        // `null` can't be told from an absent value, so it goes to a blob; a mere `nil` would become `null` here.
        let isInside = bytes.count <= Self.mostInside && value != .null
        inside = isInside ? value : Value?.none
    }

    /// A value that a blob holds.
    init(digest: String, count: Int) {
        self.digest = digest
        self.count = count
        inside = Value?.none
    }
}

extension Value {
    /// The value as a blob holds it: the same bytes for equal data.
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
