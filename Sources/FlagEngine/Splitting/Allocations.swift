/// How splits divide people, by the split's name; kept from one revision to the next.
package struct Allocations: Sendable, Equatable {
    package var bySplit: [String: Allocation] = [:]

    package init() {}

    /// What a rule's split is known by: its flag and the rule's name, or its number from 1 where it has none.
    package static func name(flag: String, rule: Rule, number: Int) -> String {
        "\(flag)/\(rule.name ?? "#\(number)")"
    }
}
