extension Call {
    /// The key of the user who asks.
    ///
    /// - Throws: `unauthenticated` where nobody has signed in.
    public func user() throws(RouteError) -> String {
        guard caller.isSignedIn, let key = caller.key else { throw .unauthenticated }
        return key
    }

    /// Whether what belongs to a key belongs to the user who asks, or the caller has a role that may touch it.
    ///
    /// - Parameters:
    ///   - owner: The key that it belongs to; nil where it belongs to nobody.
    ///   - role: A role that may touch everybody's.
    public func owns(_ owner: String?, orHas role: String? = nil) -> Bool {
        if caller.origin == .system { return true }
        if let role, caller.roles.contains(role) { return true }
        return caller.isSignedIn && owner != nil && caller.key == owner
    }
}

extension RouteError {
    static var unauthenticated: RouteError {
        RouteError(code: "unauthenticated", status: 401, "this is for users who have signed in")
    }
}
