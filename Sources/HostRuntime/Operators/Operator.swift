/// Whoever brought an operator's token that counts.
package struct Operator: Sendable, Equatable {
    /// The token's public id.
    package let id: String
    package let name: String
    package let role: OperatorRole

    package init(id: String, name: String, role: OperatorRole) {
        self.id = id
        self.name = name
        self.role = role
    }

    /// The author of what they do.
    package func author(from address: String) -> Author { Author(name: name, way: .token(id: id, address: address)) }
}
