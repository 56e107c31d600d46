/// Reads the target: `/path?query`, `http://host/path?query`, or `*` where the server itself is asked.
enum RequestTarget {
    /// Fills in path and query.
    @inline(__always)
    static func read(
        _ bytes: borrowing Span<UInt8>, _ target: Range<Int>, into head: inout RequestHead
    ) throws(Refusal) {
        if bytes[target.lowerBound] == UInt8(ascii: "/"), !isConnect(head.method) {
            return try split(bytes, target, into: &head)
        }
        try readUnusual(bytes, target, into: &head)
    }

    private static func isConnect(_ method: Method) -> Bool { method.description == "CONNECT" }

    private static func readUnusual(
        _ bytes: borrowing Span<UInt8>, _ target: Range<Int>, into head: inout RequestHead
    ) throws(Refusal) {
        guard !isConnect(head.method) else { throw .tunnel }
        if bytes.isExactly("*", in: target) {
            guard head.method == .options else { throw .malformedTarget }
            head.path = Extent(target)
            head.query = nil
            return
        }
        guard let scheme = schemeLength(bytes, target) else { throw .malformedTarget }
        let start = target.lowerBound + scheme
        var end = start
        while end < target.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { end += 1 }
        let authority = start..<end
        guard HostName.isValid(bytes, authority) else { throw .malformedTarget }
        try split(bytes, end..<target.upperBound, into: &head)
        // Without a path it is a slash, and the one before the authority is as good as any.
        if head.path.isEmpty { head.path = Extent((start - 1)..<start) }
    }

    private static func schemeLength(_ bytes: borrowing Span<UInt8>, _ target: Range<Int>) -> Int? {
        for scheme: StaticString in ["http://", "https://"] {
            let length = scheme.utf8CodeUnitCount
            guard target.count > length else { continue }
            let start = target.lowerBound..<(target.lowerBound + length)
            if bytes.isWord(scheme, in: start) { return length }
        }
        return nil
    }

    /// Parts the path from the query, and refuses what stands in neither.
    @inline(__always)
    private static func split(
        _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, into head: inout RequestHead
    ) throws(Refusal) {
        var mark: Int?
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") else { throw .malformedTarget }
            if byte == UInt8(ascii: "?"), mark == nil { mark = index }
            index &+= 1
        }
        head.path = Extent(range.lowerBound..<(mark ?? range.upperBound))
        head.query = mark.map { Extent(($0 + 1)..<range.upperBound) }
    }
}
