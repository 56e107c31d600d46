/// The operator who made a change.
package struct Author: Sendable, Equatable {
    /// How the operator reached the host.
    package enum Way: Sendable, Equatable {
        /// Over the local socket; with the user's number from the kernel.
        case localSocket(user: UInt32)
        /// Over the network, with an operator's token; with the token's public part and the client's address.
        case token(id: String, address: String)
    }

    /// The user's name, `uid 1234` where the system has none for the number; or the name of the token.
    package let name: String
    package let way: Way

    package init(name: String, way: Way) {
        self.name = name
        self.way = way
    }

    /// An operator on the local socket.
    package init(name: String, user: UInt32) { self.init(name: name, way: .localSocket(user: user)) }

    /// The user's number, for an operator on the local socket.
    package var user: UInt32? {
        if case .localSocket(let user) = way { user } else { nil }
    }
}
