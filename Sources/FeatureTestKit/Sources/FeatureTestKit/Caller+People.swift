public import FeatureKit

extension Caller {
    /// Somebody who has signed in, over HTTP.
    public static func user(
        _ key: String, roles: Set<String> = [], attributes: [String: Value] = [:]
    ) -> Caller { Caller(key: key, attributes: attributes, roles: roles, origin: .http) }

    /// Somebody of whom nothing is known, over HTTP.
    public static var anybody: Caller { Caller(origin: .http) }
}
