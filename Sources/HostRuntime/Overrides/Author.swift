/// Who switched something, as the system knows them.
package struct Author: Sendable, Equatable {
    /// The user's name; `uid 1234` where the system has none for the number.
    package let name: String
    /// The user's number.
    package let user: UInt32

    package init(name: String, user: UInt32) {
        self.name = name
        self.user = user
    }
}
