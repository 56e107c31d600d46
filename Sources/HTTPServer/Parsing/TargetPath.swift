/// What a request's path says once it is decoded.
package enum TargetPath {
    /// The path's segments, in order: `/tours/caf%C3%A9/a%2Fb` is `tours`, `café` and `a/b`.
    ///
    /// An empty segment stays one, so `/` has one and `/a/` has two. A path that two readers could take for two places
    /// has none: one with `.` or `..`, encoded or not, with a broken escape, with what is no UTF-8 or a control character.
    package static func segments(_ path: borrowing Span<UInt8>) -> [String]? {
        guard path.count > 0, path[0] == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        var start = 1
        while start <= path.count {
            let end = path.firstIndex(of: UInt8(ascii: "/"), in: start..<path.count) ?? path.count
            guard let segment = PercentCoding.decoded(path, start..<end), isPlain(segment) else { return nil }
            segments.append(segment)
            start = end + 1
        }
        return segments
    }

    /// What a path says from a byte on, slashes and all; nil with a broken escape or what is no UTF-8.
    ///
    /// Not for what leads somewhere, since `..` stays as it is.
    package static func text(_ path: borrowing Span<UInt8>, from start: Int) -> String? {
        PercentCoding.decoded(path, min(start, path.count)..<path.count)
    }

    /// Whether a path says from a byte on what its bytes are, as nothing is encoded.
    package static func isPlain(_ path: borrowing Span<UInt8>, from start: Int) -> Bool {
        path.firstIndex(of: UInt8(ascii: "%"), in: min(start, path.count)..<path.count) == nil
    }

    private static func isPlain(_ segment: String) -> Bool {
        segment != "." && segment != ".." && !segment.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
