import HTTPServer

extension PathTree {
    /// What a request's path leads to.
    enum Finding {
        case found(Match)
        case nothing
        /// The path could be taken for two places, or holds what is no text.
        case malformed
    }

    /// What stands at the path of a request.
    func find(_ request: Request) -> Finding {
        request.withPath { path in
            if Self.isPlain(path) { return find(path).map(Finding.found) ?? .nothing }
            guard let segments = TargetPath.segments(path) else { return .malformed }
            // Decoded, a segment may hold slashes, but never a zero.
            var bytes: [UInt8] = []
            for segment in segments {
                bytes.append(0)
                bytes.append(contentsOf: segment.utf8)
            }
            return find(bytes.span, separator: 0).map(Finding.found) ?? .nothing
        }
    }

    /// Whether a path means what its bytes say: nothing is encoded, and no segment begins with a dot.
    private static func isPlain(_ path: borrowing Span<UInt8>) -> Bool {
        guard path.count > 0, path[0] == UInt8(ascii: "/") else { return true }
        var last: UInt8 = 0
        for index in 0..<path.count {
            let byte = path[index]
            if byte == UInt8(ascii: "%") || (byte == UInt8(ascii: ".") && last == UInt8(ascii: "/")) { return false }
            last = byte
        }
        return true
    }
}
