import HTTPServer

/// What OFREP's answers have in common.
enum OFREPAnswer {
    static let fields: Fields = ["Content-Type": "application/json", "Cache-Control": "no-store"]

    /// Of answers about all flags: clients keep them and ask whether they still hold.
    static func fields(tag: String) -> Fields {
        var fields = kept
        fields.add("ETag", tag)
        return fields
    }

    /// Of the same where the client has it.
    static func unchanged(tag: String) -> Response { Response(.notModified, ["ETag": tag]) }

    private static let kept: Fields = ["Content-Type": "application/json", "Cache-Control": "private, no-cache"]
}
