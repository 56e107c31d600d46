/// The media types of JSON.
enum JSONType {
    /// Whether a `Content-Type` names JSON in UTF-8: `application/json`, or a type that ends with `+json`.
    static func isNamed(by field: String?) -> Bool {
        guard let field else { return false }
        if field == "application/json" { return true }
        let parts = field.lowercased().split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.trimmed
        }
        guard let type = parts.first,
            type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
        else { return false }
        return parts.dropFirst().allSatisfy { parameter in
            guard parameter.hasPrefix("charset=") else { return true }
            return ["utf-8", "\"utf-8\""].contains(parameter.dropFirst("charset=".count))
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
