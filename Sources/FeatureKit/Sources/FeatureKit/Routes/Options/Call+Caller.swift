extension Call {
    /// The key of the user who makes the request.
    ///
    /// - Throws: `unauthenticated` where the caller has not signed in.
    public func user() throws(RouteError) -> String {
        guard caller.isSignedIn, let key = caller.key else { throw .unauthenticated }
        return key
    }

    /// Whether the caller may use something: as its owner, by a role that may use everybody's, or as the host itself.
    ///
    /// - Parameters:
    ///   - owner: The key of its owner; nil where it belongs to nobody.
    ///   - role: A role that may use everybody's.
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
