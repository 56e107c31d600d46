package import HTTPServer

/// A connection's bytes read as the server reads them, however they are cut; shared with the fuzz harness.
package struct Reading {
    /// A request, with everything that its head says.
    package struct Seen: Equatable {
        package let line: String
        package let fields: [String]
        package let isOld: Bool
        package let keepsAlive: Bool
        package let expectsContinue: Bool
        package let framing: RequestHead.Framing
        package var body: [UInt8] = []

        /// The method, the target, and the body where there is one.
        package var summary: String {
            ([line] + (body.isEmpty ? [] : [String(decoding: body, as: UTF8.self)]) + (keepsAlive ? [] : ["close"]))
                .joined(separator: " ")
        }
    }

    /// What was read, in order.
    package private(set) var requests: [Seen] = []
    package private(set) var refusal: Refusal?
    /// What can never be, in words.
    package private(set) var broken: String?

    private let mostBody: Int
    private var buffer: [UInt8] = []
    private var parser: RequestParser
    private var head = RequestHead()
    /// The request whose body is being read, and where that begins.
    private var open: (seen: Seen, bodyStart: Int)?
    private var chunks: ChunkReader?
    private let closesGaps: Bool

    package init(limits: ServerLimits = ServerLimits(), closesGaps: Bool = true) {
        mostBody = limits.bodyBytes
        parser = RequestParser(limits)
        self.closesGaps = closesGaps
    }

    /// Whether the rest of a request is still to come.
    package var isWaiting: Bool { !isOver && (open != nil || !buffer.isEmpty) }

    /// Nothing that comes after it counts.
    private var isOver: Bool { refusal != nil || broken != nil || requests.last?.keepsAlive == false }

    /// Takes more bytes.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
        while !isOver, step() {}
    }

    /// Reads a head or a body; false where more is needed.
    private mutating func step() -> Bool {
        guard open != nil else { return readHead() }
        return chunks == nil ? readLength() : readChunks()
    }

    private mutating func readHead() -> Bool {
        let bytes = buffer
        switch parser.read(bytes.span, into: &head) {
        case .needsMore: return false
        case .refused(let refusal):
            self.refusal = refusal
            return false
        case .head(let length):
            parser.reset()
            guard length <= buffer.count, isInside(length) else {
                broken = "a part of the head lies outside of it"
                return false
            }
            open = (see(), length)
            chunks = head.framing == .chunked ? ChunkReader(mostBytes: mostBody) : nil
            return true
        }
    }

    private mutating func readLength() -> Bool {
        guard case .length(let count) = open?.seen.framing else { return finish(bodyCount: 0, consumed: 0) }
        guard count <= mostBody else {
            refusal = .bodyTooLarge
            return false
        }
        guard let open, buffer.count - open.bodyStart >= count else { return false }
        return finish(bodyCount: count, consumed: count)
    }

    private mutating func readChunks() -> Bool {
        guard var chunks, let start = open?.bodyStart else { return false }
        var body = Array(buffer[start...])
        var span = body.mutableSpan
        let outcome = chunks.read(&span)
        buffer.replaceSubrange(start..., with: body)
        guard chunks.decoded <= chunks.consumed, chunks.consumed <= body.count else {
            broken = "the chunks end outside of the body"
            return false
        }
        switch outcome {
        case .refused(let refusal): self.refusal = refusal
        case .done:
            self.chunks = nil
            return finish(bodyCount: chunks.decoded, consumed: chunks.consumed)
        case .needsMore:
            if chunks.consumed != body.count { broken = "the chunks left bytes that they could have read" }
            if closesGaps {
                buffer.removeSubrange((start + chunks.decoded)..<(start + chunks.consumed))
                chunks.closeGap()
            }
            self.chunks = chunks
        }
        return false
    }

    private mutating func finish(bodyCount: Int, consumed: Int) -> Bool {
        guard let open else { return false }
        var request = open.seen
        request.body = Array(buffer[open.bodyStart..<(open.bodyStart + bodyCount)])
        requests.append(request)
        buffer.removeFirst(open.bodyStart + consumed)
        self.open = nil
        return !buffer.isEmpty
    }

    private func isInside(_ length: Int) -> Bool {
        let parts = [head.path] + (head.query.map { [$0] } ?? []) + head.fields.flatMap { [$0.name, $0.value] }
        return parts.allSatisfy { $0.range.upperBound <= length } && head.fields.allSatisfy { !$0.name.isEmpty }
            && !head.path.isEmpty
    }

    private func text(_ extent: Extent) -> String { String(decoding: buffer[extent.range], as: UTF8.self) }

    private func see() -> Seen {
        Seen(
            line: "\(head.method) \(text(head.path))" + (head.query.map { "?\(text($0))" } ?? ""),
            fields: head.fields.map { "\(text($0.name)): \(text($0.value))" }, isOld: head.isOld,
            keepsAlive: head.keepsAlive, expectsContinue: head.expectsContinue, framing: head.framing)
    }
}

extension Reading {
    /// Reads bytes that come in pieces which end at these places.
    package static func of(_ bytes: [UInt8], cutAt cuts: [Int], limits: ServerLimits = ServerLimits()) -> Reading {
        var reading = Reading(limits: limits, closesGaps: cuts.count % 2 == 0)
        var start = 0
        for cut in cuts + [bytes.count] where cut >= start {
            reading.feed(bytes[start..<cut])
            start = cut
        }
        return reading
    }

    /// Whether two readings saw the same.
    package func isSame(as other: Reading) -> Bool {
        requests == other.requests && refusal == other.refusal && broken == other.broken
            && isWaiting == other.isWaiting
    }
}
