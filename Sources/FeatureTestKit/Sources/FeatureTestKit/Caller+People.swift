public import FeatureKit

extension Caller {
    /// A user who has signed in, over HTTP.
    public static func user(
        _ key: String, roles: Set<String> = [], attributes: [String: Value] = [:], device: String? = nil
    ) -> Caller { Caller(key: key, attributes: attributes, roles: roles, origin: .http, device: device) }

    /// A guest on a device, over HTTP.
    public static func guest(_ device: String) -> Caller { Caller(origin: .http, device: device) }

    /// An anonymous caller over HTTP.
    public static var anybody: Caller { Caller(origin: .http) }
}
