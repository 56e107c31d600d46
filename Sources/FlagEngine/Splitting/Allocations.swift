/// How splits divide people, by the split's name; kept from one revision to the next.
package struct Allocations: Sendable, Equatable {
    package var bySplit: [String: Allocation] = [:]

    package init() {}

    /// The splits that give some people another variant than before, by name, and the part of the people, from 0 to 1.
    package func moved(from previous: Allocations) -> [(split: String, part: Double)] {
        bySplit.sorted { $0.key < $1.key }.compactMap { name, allocation in
            guard let before = previous.bySplit[name], before != allocation else { return nil }
            let part = allocation.moved(from: before)
            return part > 0 ? (name, part) : nil
        }
    }
}
