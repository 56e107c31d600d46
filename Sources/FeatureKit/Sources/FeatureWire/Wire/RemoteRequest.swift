@_spi(Hosting) internal import FeatureKit

/// What a worker's feature asks of another one.
struct RemoteRequest: Sendable {
    let route: String
    let shapes: RouteShapes
    let limit: Duration
    let cause: Cause?
    let content: any Shaped
}

extension RemoteRequest {
    init(_ reader: inout WireReader) throws(WireError) {
        route = try reader.text()
        shapes = try reader.shapes()
        limit = try reader.duration()
        cause = try reader.optional { (reader) throws(WireError) in try reader.cause() }
        content = try reader.content()
    }
}

extension WireWriter {
    mutating func request(_ request: RemoteRequest) {
        text(request.route)
        shapes(request.shapes)
        duration(request.limit)
        optional(request.cause) { $0.cause($1) }
        content(request.content)
    }
}
