/// What a response's status says; an open set.
package struct Status: Sendable, Hashable, CustomStringConvertible {
    package let code: Int

    package init(_ code: Int) { self.code = code }

    package static let ok = Status(200)
    package static let noContent = Status(204)
    package static let partialContent = Status(206)
    package static let notModified = Status(304)
    package static let badRequest = Status(400)
    package static let notFound = Status(404)
    package static let requestTimeout = Status(408)
    package static let contentTooLarge = Status(413)
    package static let uriTooLong = Status(414)
    package static let rangeNotSatisfiable = Status(416)
    package static let expectationFailed = Status(417)
    package static let headTooLarge = Status(431)
    package static let internalServerError = Status(500)
    package static let notImplemented = Status(501)
    package static let serviceUnavailable = Status(503)
    package static let gatewayTimeout = Status(504)
    package static let versionNotSupported = Status(505)

    /// Whether a response with it never has a body.
    package var isBodiless: Bool { code == 204 || code == 304 || code < 200 }

    /// The phrase that RFC 9110 gives it; a class's general one for others.
    package var description: String {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        case 200..<300: "OK"
        case 300..<400: "Redirection"
        case 400..<500: "Client Error"
        default: "Server Error"
        }
    }
}
