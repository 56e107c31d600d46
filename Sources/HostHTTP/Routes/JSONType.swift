import HTTPServer

/// The media types of JSON.
enum JSONType {
    private static let usual: StaticString = "application/json"

    /// Whether a request says that its body is JSON.
    static func isNamed(in request: Request) -> Bool {
        // Nearly all say so in the same bytes, of which no text has to be made.
        request.withValue(of: "content-type", isUsual) == true || isNamed(by: request["content-type"])
    }

    private static func isUsual(_ bytes: borrowing Span<UInt8>) -> Bool {
        guard bytes.count == usual.utf8CodeUnitCount else { return false }
        // Smaller than the count of both.
        for index in bytes.indices where unsafe bytes[index] != usual.utf8Start[index] { return false }
        return true
    }

    /// Whether a `Content-Type` names JSON in UTF-8: `application/json`, or a type that ends with `+json`.
    static func isNamed(by field: String?) -> Bool {
        guard let field else { return false }
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
