/// Reads a request's head by RFC 9112, strictly, however the bytes are cut.
///
/// It goes on where it left off, so that a head that arrives byte by byte costs no more than one that arrives whole,
/// and refuses what is wrong at the first byte that tells. What comes out never depends on the cuts.
package struct RequestParser: Sendable {
    /// The longest method that is read.
    package static let longestMethod = 32

    /// What came of the bytes so far.
    package enum Outcome: Sendable, Hashable {
        case needsMore
        /// The head is whole and so many bytes long.
        case head(length: Int)
        case refused(Refusal)
    }

    private enum Stage {
        /// Where one empty line may lie, as old clients send it after a body.
        case start
        case requestLine
        case fields
    }

    private let mostBytes: Int
    private let mostFields: Int
    private let mostTarget: Int
    private var stage = Stage.start
    /// Where the line begins that is being read.
    private var line = 0
    /// Up to where that line is known to hold no control characters.
    private var scanned = 0
    private var rules = FramingRules()

    package init(_ limits: ServerLimits) {
        mostBytes = min(max(limits.headBytes, 0), Int(Int32.max))
        mostFields = limits.headFields
        mostTarget = min(max(limits.targetBytes, 0), Int(Int32.max))
    }

    /// Forgets what it read, for the next request.
    package mutating func reset() {
        stage = .start
        line = 0
        scanned = 0
        rules = FramingRules()
    }

    /// Reads on.
    ///
    /// - Parameters:
    ///   - bytes: All that is there of the request, from its first byte; never less than the last time.
    ///   - head: Filled in; it counts once the outcome is a head. The places in it are places in `bytes`.
    package mutating func read(_ bytes: borrowing Span<UInt8>, into head: inout RequestHead) -> Outcome {
        do throws(Refusal) {
            while true {
                let limit = lineLimit
                guard let end = try lineEnd(in: bytes, before: min(limit, bytes.count)) else {
                    guard bytes.count >= limit else { return .needsMore }
                    throw overlong(bytes)
                }
                let content = line..<end
                line = end + 2
                scanned = line
                switch stage {
                case .start where content.isEmpty: stage = .requestLine
                case .start, .requestLine:
                    head.removeFields()
                    try RequestLine.read(bytes, content, mostTarget: mostTarget, into: &head)
                    stage = .fields
                case .fields where content.isEmpty:
                    try rules.settle(bytes, into: &head)
                    return .head(length: line)
                case .fields: try readField(bytes, content, into: &head)
                }
            }
        } catch { return .refused(error) }
    }

    /// Where the line has to have ended, wherever the bytes were cut.
    private var lineLimit: Int {
        guard stage != .fields else { return mostBytes }
        return min(mostBytes, line + RequestLine.longest(target: mostTarget) + 2)
    }

    /// The place of the CR that ends the line; nil while it is not there.
    @inline(__always)
    private mutating func lineEnd(in bytes: borrowing Span<UInt8>, before limit: Int) throws(Refusal) -> Int? {
        guard scanned < limit else { return nil }
        guard let place = bytes.firstControl(in: scanned..<limit) else {
            scanned = limit
            return nil
        }
        scanned = place
        guard bytes[place] == ASCII.carriageReturn else { throw .malformedLine }
        guard place + 1 < limit else { return nil }
        guard bytes[place + 1] == ASCII.lineFeed else { throw .malformedLine }
        return place
    }

    private func overlong(_ bytes: borrowing Span<UInt8>) -> Refusal {
        guard stage != .fields, lineLimit < mostBytes else { return .headTooLarge }
        let method = line..<min(line + Self.longestMethod + 1, bytes.count)
        return bytes.firstIndex(of: ASCII.space, in: method) == nil ? .malformedRequestLine : .targetTooLong
    }

    @inline(__always)
    private mutating func readField(
        _ bytes: borrowing Span<UInt8>, _ content: Range<Int>, into head: inout RequestHead
    ) throws(Refusal) {
        var colon = content.lowerBound
        while colon < content.upperBound, ASCII.isToken(bytes[colon]) { colon &+= 1 }
        // No name, a space before the colon, and a line that goes on from the one before it all end here.
        guard colon > content.lowerBound, colon < content.upperBound, bytes[colon] == UInt8(ascii: ":") else {
            throw .malformedField
        }
        guard head.fields.count < mostFields else { throw .tooManyFields }
        let name = content.lowerBound..<colon
        let value = bytes.trimmed((colon &+ 1)..<content.upperBound)
        head.add(RequestHead.Field(name: Extent(name), value: Extent(value)))
        try rules.note(bytes, name: name, value: value)
    }
}
