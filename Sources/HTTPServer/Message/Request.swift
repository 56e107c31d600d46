/// A request; its bytes stay where they arrived and nothing of it is copied until it is asked for.
package struct Request: Sendable {
    package let method: Method
    package let peer: Peer
    /// Whether the client speaks HTTP/1.0.
    package let isOld: Bool
    private let bytes: [UInt8]
    private let pathRange: Range<Int>
    private let queryRange: Range<Int>?
    private let fieldRanges: [(name: Range<Int>, value: Range<Int>)]
    private let bodyRange: Range<Int>

    /// Makes a request out of its parts, for tests and for calls that come by other ways.
    package init(
        _ method: Method, _ target: String, fields: [(String, String)] = [], body: [UInt8] = [],
        peer: Peer = .address("127.0.0.1", port: 0)
    ) {
        self.method = method
        self.peer = peer
        isOld = false
        var bytes = Array(target.utf8)
        let end = bytes.count
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        pathRange = 0..<(mark ?? end)
        queryRange = mark.map { ($0 + 1)..<end }
        var ranges: [(Range<Int>, Range<Int>)] = []
        for (name, value) in fields {
            let start = bytes.count
            bytes += name.lowercased().utf8
            let middle = bytes.count
            bytes += value.utf8
            ranges.append((start..<middle, middle..<bytes.count))
        }
        fieldRanges = ranges
        bodyRange = bytes.count..<(bytes.count + body.count)
        bytes += body
        self.bytes = bytes
    }

    /// The path as it was sent, still percent-encoded; it begins with a slash, or is `*`.
    package var path: String { String(decoding: bytes[pathRange], as: UTF8.self) }

    /// What follows the question mark, as it was sent; nil without one.
    package var query: String? { queryRange.map { String(decoding: bytes[$0], as: UTF8.self) } }

    /// Lends the path's bytes.
    package func withPath<Result>(_ body: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result {
        try body(bytes.span.extracting(pathRange))
    }

    /// Lends the body's bytes.
    package func withBody<Result>(_ body: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result {
        try body(bytes.span.extracting(bodyRange))
    }

    /// How many bytes the body has.
    package var bodyCount: Int { bodyRange.count }

    /// The first value of a field; the name in lower case.
    package subscript(_ name: String) -> String? { values(of: name).first }

    /// Every value of a field, in order; the name in lower case.
    package func values(of name: String) -> [String] {
        fieldRanges.filter { bytes[$0.name].elementsEqual(name.utf8) }.map {
            String(decoding: bytes[$0.value], as: UTF8.self)
        }
    }
}
