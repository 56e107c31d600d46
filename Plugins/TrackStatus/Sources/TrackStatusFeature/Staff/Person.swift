internal import FeatureKit

/// Who of the staff asks, by the key that the host knows them by.
enum Person {
    /// The longest name that is kept, in characters; two that begin alike for so long are the same.
    static let most = 200

    /// Operators at the command line are whoever they say they are, so that they are called after the door: two of them are no
    /// two people.
    static func name(of caller: Caller) -> String {
        guard let key = caller.key, !key.isEmpty, caller.origin != .cli else { return caller.origin.description }
        return String(key.prefix(most))
    }
}

/// Why staff does something.
enum Reason {
    /// The longest one, in characters.
    static let most = 500
}
