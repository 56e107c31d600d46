@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Bytes that a route replies with, for those who may have them already.
enum MediaReply {
    /// The bytes, or that the client has them; they are looked at again at each request, by what is in them.
    static func response(_ media: Media, to request: Request) throws(Problem) -> Response {
        guard request.takes(media.type) else { throw .notAcceptable(media.type) }
        let tag = "\"\(SHA256.hexDigest(of: media.bytes).prefix(32))\""
        var fields: Fields = ["ETag": tag, "Cache-Control": "private, no-cache"]
        // Answers to what changes something are never taken from a cache.
        if request.method == .get || request.method == .head, request.names(tag) {
            return Response(.notModified, fields)
        }
        fields.add("Content-Type", media.type)
        fields.add("X-Content-Type-Options", "nosniff")
        return Response(.ok, fields, body: media.bytes)
    }
}
