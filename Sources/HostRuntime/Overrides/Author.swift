/// An operator who did something, as the host knows them.
package struct Author: Sendable, Equatable {
    /// How they came in.
    package enum Way: Sendable, Equatable {
        /// By the local door; the user's number, as the kernel knows it.
        case door(user: UInt32)
        /// Over the network, with an operator's token; the token's public part, and the address they came from.
        case token(id: String, address: String)
    }

    /// The user's name, `uid 1234` where the system has none for the number; or the name of the token.
    package let name: String
    package let way: Way

    package init(name: String, way: Way) {
        self.name = name
        self.way = way
    }

    /// Who came by the local door.
    package init(name: String, user: UInt32) { self.init(name: name, way: .door(user: user)) }

    /// The user's number, where they came by the local door.
    package var user: UInt32? {
        if case .door(let user) = way { user } else { nil }
    }
}
