@_spi(Hosting) internal import FeatureKit

/// What decides the statement of a query, whatever its conditions compare with and however long its page is.
struct QueryForm: Hashable {
    private var numbers: [Int] = []

    /// Nil where what is compared with decides too, such as where a page begins or how many texts may be equal.
    ///
    /// - Parameter parameters: Gets what the statement is bound to, in its order.
    init?(_ query: CheckedQuery, _ parameters: inout [StoreKey]) {
        guard query.start == nil else { return nil }
        for test in query.tests {
            let kind: Int
            let column: Int
            switch test {
            case .equals(let number, let key): (kind, column) = (0, number); parameters.append(key)
            case .absent(let number): (kind, column) = (1, number)
            case .from(let number, let key): (kind, column) = (2, number); parameters.append(key)
            case .above(let number, let key): (kind, column) = (3, number); parameters.append(key)
            case .upTo(let number, let key): (kind, column) = (4, number); parameters.append(key)
            case .below(let number, let key): (kind, column) = (5, number); parameters.append(key)
            case .among, .begins, .contains, .near: return nil
            @unknown default: return nil
            }
            // Of two conditions on one column the narrower one comes first.
            guard !numbers.contains(where: { $0 / Self.kinds == column }) else { return nil }
            numbers.append(column * Self.kinds + kind)
        }
        numbers.append(-1)
        numbers += query.order.map { $0.column * 2 + ($0.isDescending ? 1 : 0) }
        parameters.append(.integer(Int64(query.limit) + 1))
    }

    private static let kinds = 8
}
