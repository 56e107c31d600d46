extension Refusal: CustomStringConvertible {
    /// What the client is told.
    package var description: String {
        switch self {
        case .malformedRequestLine: "the first line is not a method, a target and a version with one space between them"
        case .malformedTarget: "the target is neither a path nor an http address, or holds what neither may"
        case .malformedLine: "a line holds a control character, or does not end with CR and LF"
        case .malformedField: "a header field is not a name, a colon and a value on one line"
        case .missingHost: "there is no Host"
        case .malformedHost: "Host is no host with an optional port"
        case .repeatedHost: "there is more than one Host"
        case .malformedLength: "Content-Length is no number that a length can be"
        case .repeatedLength: "there is more than one Content-Length"
        case .repeatedCoding: "there is more than one Transfer-Encoding"
        case .lengthWithCoding: "there are both Content-Length and Transfer-Encoding"
        case .oldCoding: "HTTP/1.0 has no Transfer-Encoding"
        case .malformedChunk: "the body's chunks are malformed"
        case .bodyTooLarge: "the body is too large"
        case .targetTooLong: "the target is too long"
        case .unknownExpectation: "the only expectation that is met is 100-continue"
        case .headTooLarge: "the header is too large"
        case .tooManyFields: "there are too many header fields"
        case .trailersTooLarge: "the trailers are too large"
        case .unknownCoding: "the only transfer coding that is read is chunked"
        case .tunnel: "this server is no proxy"
        case .unknownVersion: "the versions that are spoken are HTTP/1.1 and HTTP/1.0"
        }
    }
}
