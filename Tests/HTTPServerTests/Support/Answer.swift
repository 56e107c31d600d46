/// An answer, as a client understands it.
struct Answer: Sendable, Equatable {
    let status: Int
    /// With their names in lower case.
    let fields: [String: String]
    let head: String
    let body: String

    /// Reads the first answer of what has arrived; nil while it is not all there.
    static func read(_ bytes: [UInt8], hasBody: Bool, atEnd: Bool) -> (answer: Answer, length: Int)? {
        guard let headEnd = bytes[...].place(of: "\r\n\r\n")?.upperBound else { return nil }
        let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "), let status = Int(first.dropFirst(9).prefix(3))
        else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            fields[parts[0].lowercased()] = String(parts[1])
        }
        func answer(_ body: some Sequence<UInt8>, _ length: Int) -> (Answer, Int) {
            (
                Answer(status: status, fields: fields, head: head, body: String(decoding: Array(body), as: UTF8.self)),
                length
            )
        }
        let rest = bytes[headEnd...]
        guard hasBody, status >= 200, status != 204, status != 304 else { return answer([], headEnd) }
        if let length = fields["content-length"].flatMap({ Int($0) }) {
            return rest.count < length ? nil : answer(rest.prefix(length), headEnd + length)
        }
        if fields["transfer-encoding"] == "chunked" {
            guard let (body, end) = unchunk(rest) else { return nil }
            return answer(body, end)
        }
        return atEnd ? answer(rest, bytes.count) : nil
    }

    /// Puts chunks together; nil while the last one is not there.
    static func unchunk(_ bytes: ArraySlice<UInt8>) -> (body: [UInt8], end: Int)? {
        var body: [UInt8] = []
        var rest = bytes
        while let lineEnd = rest.place(of: "\r\n") {
            guard let size = Int(String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self), radix: 16) else {
                return nil
            }
            let end = lineEnd.upperBound + size
            guard end + 2 <= rest.endIndex, rest[end] == 13, rest[end + 1] == 10 else { return nil }
            body += rest[lineEnd.upperBound..<end]
            rest = rest[(end + 2)...]
            if size == 0 { return (body, end + 2) }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Where a text begins and ends for the first time.
    func place(of text: String) -> Range<Int>? {
        let pattern = Array(text.utf8)
        guard let first = pattern.first else { return nil }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            guard start + pattern.count <= endIndex else { return nil }
            if self[start..<(start + pattern.count)].elementsEqual(pattern) { return start..<(start + pattern.count) }
            rest = self[(start + 1)...]
        }
        return nil
    }
}
