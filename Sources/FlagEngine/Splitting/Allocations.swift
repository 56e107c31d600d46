/// How splits divide people, by the split's name; kept from one revision to the next.
package struct Allocations: Sendable, Equatable {
    package var bySplit: [String: Allocation] = [:]

    package init() {}
}
