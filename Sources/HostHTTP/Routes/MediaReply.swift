@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Bytes that a route replies with, for those who may have them already.
enum MediaReply {
    /// The bytes, the part of them that is asked for, or that the client has them; they are looked at again at each request, by
    /// what is in them.
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
        guard request.method == .get else { return Response(.ok, fields, body: media.bytes) }
        fields.add("Accept-Ranges", "bytes")
        let (ranges, conditions) = (request.values(of: "range"), request.values(of: "if-range"))
        // A client that has a part of other bytes gets all of these.
        guard let range = ranges.first, ranges.count == 1, conditions.isEmpty || conditions == [tag] else {
            return Response(.ok, fields, body: media.bytes)
        }
        switch ByteRange(range, of: media.bytes.count) {
        case .whole: return Response(.ok, fields, body: media.bytes)
        case .beyond:
            fields.add("Content-Range", "bytes */\(media.bytes.count)")
            return Response(.rangeNotSatisfiable, fields)
        case .part(let part):
            fields.add("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(media.bytes.count)")
            return Response(.partialContent, fields, body: Array(media.bytes[part]))
        }
    }
}
