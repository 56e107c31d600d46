/// Reads one answer out of the bytes of a connection, however they are cut; strict, since only a host is spoken to.
package struct ReplyReader: Sendable {
    /// A part of an answer.
    package enum Part: Sendable, Equatable {
        case head(ReplyHead)
        case body([UInt8])
        case end
    }

    static let mostHeadBytes = 64 * 1024
    /// The most bytes of a line between two pieces of a body.
    static let mostChunkLine = 256

    private enum State: Equatable {
        case head
        case length(Int)
        case chunkSize
        case chunk(Int)
        case chunkEnd
        case trailer
        case untilClosed
        case done
    }

    private var state = State.head
    private var waiting: ArraySlice<UInt8> = []
    /// How many bytes of what waits are known not to begin the end of a head.
    private var searched = 0
    private let wantsHeadOnly: Bool

    /// - Parameter wantsHeadOnly: Whether the request was `HEAD`.
    package init(wantsHeadOnly: Bool = false) { self.wantsHeadOnly = wantsHeadOnly }

    /// Takes the next bytes, and says what they bring.
    package mutating func read(_ bytes: [UInt8]) throws(ReplyFault) -> [Part] {
        waiting += bytes
        var parts: [Part] = []
        while try step(&parts) {}
        return parts
    }

    /// Takes the connection's end.
    package mutating func close() throws(ReplyFault) -> [Part] {
        switch state {
        case .done: return []
        case .untilClosed:
            state = .done
            return [.end]
        default: throw .cutOff
        }
    }

    /// Goes one step on; false where more bytes are needed.
    private mutating func step(_ parts: inout [Part]) throws(ReplyFault) -> Bool {
        switch state {
        case .head:
            guard let head = try takeHead() else { return false }
            // What only announces another answer.
            if head.status < 200 { return true }
            parts.append(.head(head))
            state = try framing(of: head)
            if state == .length(0) { finish(&parts) }
        case .length(let rest):
            guard let body = take(upTo: rest) else { return false }
            parts.append(.body(body))
            state = .length(rest - body.count)
            if rest == body.count { finish(&parts) }
        case .chunkSize:
            guard let line = try takeLine(most: Self.mostChunkLine, else: .badChunk) else { return false }
            guard let size = Self.chunkSize(line) else { throw .badChunk }
            state = size == 0 ? .trailer : .chunk(size)
        case .chunk(let rest):
            guard let body = take(upTo: rest) else { return false }
            parts.append(.body(body))
            state = rest == body.count ? .chunkEnd : .chunk(rest - body.count)
        case .chunkEnd:
            guard let line = try takeLine(most: 0, else: .badChunk) else { return false }
            guard line.isEmpty else { throw .badChunk }
            state = .chunkSize
        case .trailer:
            guard let line = try takeLine(most: Self.mostChunkLine, else: .badChunk) else { return false }
            if line.isEmpty { finish(&parts) }
        case .untilClosed:
            guard let body = take(upTo: .max) else { return false }
            parts.append(.body(body))
        case .done:
            guard waiting.isEmpty else { throw .moreThanOne }
            return false
        }
        return true
    }

    private mutating func finish(_ parts: inout [Part]) {
        parts.append(.end)
        state = .done
    }

    // MARK: - Head

    private mutating func takeHead() throws(ReplyFault) -> ReplyHead? {
        guard let end = Self.headEnd(in: waiting, after: searched) else {
            guard waiting.count <= Self.mostHeadBytes else { throw .headTooLarge }
            searched = max(0, waiting.count - 3)
            return nil
        }
        guard end <= Self.mostHeadBytes else { throw .headTooLarge }
        var lines = Self.lines(of: waiting.prefix(end))[...]
        waiting = waiting.dropFirst(end + 4)
        searched = 0
        guard let first = lines.popFirst(), let status = Self.status(first) else { throw .badStatusLine }
        var fields: [ReplyHead.Field] = []
        for line in lines {
            guard let field = Self.field(line) else { throw .badField }
            fields.append(field)
        }
        return ReplyHead(status: status, fields: fields)
    }

    private func framing(of head: ReplyHead) throws(ReplyFault) -> State {
        let lengths = head.values(of: "content-length")
        let codings = head.values(of: "transfer-encoding")
        guard lengths.isEmpty || codings.isEmpty, lengths.count <= 1, codings.count <= 1 else { throw .badLength }
        var length: Int?
        if let text = lengths.first {
            guard !text.isEmpty, text.utf8.allSatisfy(Self.isDigit), let number = Int(text) else { throw .badLength }
            length = number
        }
        if wantsHeadOnly || head.status == 204 || head.status == 304 { return .length(0) }
        guard let coding = codings.first else { return length.map { .length($0) } ?? .untilClosed }
        guard coding.lowercased() == "chunked" else { throw .badLength }
        return .chunkSize
    }

    /// How many bytes come before the empty line that ends a head.
    private static func headEnd(in bytes: ArraySlice<UInt8>, after searched: Int) -> Int? {
        bytes.dropFirst(searched).indices.first { bytes[$0] == 13 && bytes[$0...].starts(with: [13, 10, 13, 10]) }
            .map { $0 - bytes.startIndex }
    }

    private static func lines(of head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = head.startIndex
        for index in head.indices where head[index] == 10 && index > start && head[index - 1] == 13 {
            lines.append(head[start..<(index - 1)])
            start = index + 1
        }
        return lines + [head[start...]]
    }

    /// `HTTP/1.1 200 OK`.
    private static func status(_ line: ArraySlice<UInt8>) -> Int? {
        let start = Array("HTTP/1.1 ".utf8)
        let digits = line.dropFirst(start.count).prefix(3)
        let rest = line.dropFirst(start.count + 3)
        guard line.starts(with: start), digits.count == 3, digits.allSatisfy(isDigit), rest.first ?? 32 == 32,
            rest.allSatisfy(isVisible), let status = Int(String(decoding: digits, as: UTF8.self)), status >= 100
        else { return nil }
        return status
    }

    private static func field(_ line: ArraySlice<UInt8>) -> ReplyHead.Field? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy({ isVisible($0) && $0 != 32 && $0 != 9 && $0 < 0x80 }),
            line[colon...].allSatisfy(isVisible)
        else { return nil }
        let value = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
        let end = value.lastIndex { $0 != 32 && $0 != 9 }.map { $0 + 1 } ?? value.startIndex
        return ReplyHead.Field(
            name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
            value: String(decoding: value[..<end], as: UTF8.self))
    }

    private static func isVisible(_ byte: UInt8) -> Bool { byte >= 32 && byte != 127 || byte == 9 }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    // MARK: - Body

    private mutating func take(upTo most: Int) -> [UInt8]? {
        guard !waiting.isEmpty else { return nil }
        let taken = Array(waiting.prefix(most))
        waiting = waiting.dropFirst(taken.count)
        return taken
    }

    /// A line without its end, once all of it is there.
    private mutating func takeLine(most: Int, else fault: ReplyFault) throws(ReplyFault) -> [UInt8]? {
        guard let end = waiting.prefix(most + 2).firstIndex(of: 10) else {
            guard waiting.count < most + 2 else { throw fault }
            return nil
        }
        guard end > waiting.startIndex, waiting[end - 1] == 13 else { throw fault }
        let line = Array(waiting[..<(end - 1)])
        waiting = waiting[(end + 1)...]
        return line
    }

    private static func chunkSize(_ line: [UInt8]) -> Int? {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        // `Int` takes a sign.
        guard !digits.isEmpty, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
