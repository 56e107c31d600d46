import FeatureKit
import HTTPServer

/// A permanent number for everything that is counted separately, so that counting a request needs no search.
///
/// They are routes that manifests declare, so there can't be many.
package final class RouteSlots: Sendable {
    /// What is counted together.
    struct Key: Sendable, Hashable {
        /// Empty if it was no route of a module.
        let route: String
        let method: Method
    }

    private let numbers = Lock<[Key: Int]>([:])

    package init() {}

    /// The number of a route that is asked with a method.
    func number(of route: String, _ method: Method) -> Int {
        let key = Key(route: route, method: method)
        return numbers.withLock { numbers in
            if let known = numbers[key] { return known }
            numbers[key] = numbers.count
            return numbers.count - 1
        }
    }

    /// Everything that has a number, by it.
    var keys: [Int: Key] {
        numbers.withLock { numbers in Dictionary(uniqueKeysWithValues: numbers.map { ($0.value, $0.key) }) }
    }
}
