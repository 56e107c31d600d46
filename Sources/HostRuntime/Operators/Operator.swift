/// An operator who sent a valid token.
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

    /// The operator as the author of a change.
    package func author(from address: String) -> Author { Author(name: name, way: .token(id: id, address: address)) }
}
