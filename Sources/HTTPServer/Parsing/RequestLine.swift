/// Reads `GET /path?query HTTP/1.1`.
enum RequestLine {
    /// The longest line that can be one.
    static func longest(target: Int) -> Int { RequestParser.longestMethod + 1 + target + 1 + version }

    private static let version = "HTTP/1.1".utf8.count

    /// Fills in what the line says.
    @inline(__always)
    static func read(
        _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, mostTarget: Int, into head: inout RequestHead
    ) throws(Refusal) {
        var methodEnd = line.lowerBound
        while methodEnd < line.upperBound, ASCII.isToken(bytes[methodEnd]) { methodEnd &+= 1 }
        let method = line.lowerBound..<methodEnd
        guard !method.isEmpty, method.count <= RequestParser.longestMethod,
            methodEnd < line.upperBound, bytes[methodEnd] == ASCII.space,
            let targetEnd = bytes.firstIndex(of: ASCII.space, in: (methodEnd &+ 1)..<line.upperBound)
        else { throw .malformedRequestLine }
        let target = (methodEnd &+ 1)..<targetEnd
        head.isOld = try isOld(bytes, (targetEnd &+ 1)..<line.upperBound)
        head.method = Self.method(bytes, method)
        guard target.count <= mostTarget else { throw .targetTooLong }
        guard !target.isEmpty else { throw .malformedRequestLine }
        try RequestTarget.read(bytes, target, into: &head)
    }

    private static func isOld(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) throws(Refusal) -> Bool {
        if bytes.isExactly("HTTP/1.1", in: range) { return false }
        if bytes.isExactly("HTTP/1.0", in: range) { return true }
        guard range.count == version, bytes.isExactly("HTTP/", in: range.lowerBound..<(range.upperBound - 3)),
            ASCII.isDigit(bytes[range.upperBound - 3]), bytes[range.upperBound - 2] == UInt8(ascii: "."),
            ASCII.isDigit(bytes[range.upperBound - 1])
        else { throw .malformedRequestLine }
        throw .unknownVersion
    }

    /// The usual ones without making a text.
    private static func method(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Method {
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "G") where bytes.isExactly("GET", in: range): .get
        case UInt8(ascii: "P") where bytes.isExactly("POST", in: range): .post
        case UInt8(ascii: "P") where bytes.isExactly("PUT", in: range): .put
        case UInt8(ascii: "P") where bytes.isExactly("PATCH", in: range): .patch
        case UInt8(ascii: "D") where bytes.isExactly("DELETE", in: range): .delete
        case UInt8(ascii: "H") where bytes.isExactly("HEAD", in: range): .head
        case UInt8(ascii: "O") where bytes.isExactly("OPTIONS", in: range): .options
        default: Method(bytes.text(range))
        }
    }
}
