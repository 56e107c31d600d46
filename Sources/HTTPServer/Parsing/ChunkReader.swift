/// Reads a chunked body in place: data moves down over what frames it, so that the body comes out in one piece.
///
/// Given are the bytes from the body's first one on. Of those the first `decoded` are body, everything from `consumed`
/// on is still to be read, and what lies between is free.
package struct ChunkReader: Sendable {
    /// The longest line that tells a chunk's size, with its extensions.
    package static let longestSizeLine = 256
    /// The most that all trailers may take; they are read over.
    package static let mostTrailerBytes = 8 * 1024
    /// How much more the framing may be than chunks of a sensible size need.
    package static let mostExcess = 16 * 1024

    /// What came of the bytes so far.
    package enum Outcome: Sendable, Hashable {
        case needsMore
        /// The body is whole; what follows it begins at `consumed`.
        case done
        case refused(Refusal)
    }

    private enum Stage {
        case size
        case data(left: Int)
        case dataEnd
        case dataLineFeed
        case trailers
        case done
    }

    package private(set) var decoded = 0
    package private(set) var consumed = 0
    private let mostBytes: Int
    private var stage = Stage.size
    private var line = ChunkSizeLine()
    private var trailers = TrailerReader()
    private var excess = 0

    /// Begins a body of at most so many bytes.
    package init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// Takes note that the caller moved what begins at `consumed` down to `decoded`, so that the free bytes are gone.
    package mutating func closeGap() { consumed = decoded }

    /// Reads on.
    package mutating func read(_ bytes: inout MutableSpan<UInt8>) -> Outcome {
        do throws(Refusal) {
            while consumed < bytes.count {
                switch stage {
                case .size: try readSize(bytes)
                case .data(let left): readData(&bytes, left)
                case .dataEnd: try pass(ASCII.carriageReturn, in: bytes, then: .dataLineFeed)
                case .dataLineFeed: try pass(ASCII.lineFeed, in: bytes, then: .size)
                case .trailers: try readTrailers(bytes)
                case .done: return .done
                }
            }
        } catch { return .refused(error) }
        if case .done = stage { return .done }
        return .needsMore
    }

    private mutating func readSize(_ bytes: borrowing MutableSpan<UInt8>) throws(Refusal) {
        while consumed < bytes.count {
            let byte = bytes[consumed]
            consumed += 1
            guard let size = try line.read(byte) else { continue }
            guard size <= mostBytes - decoded else { throw .bodyTooLarge }
            try count(framing: line.length, of: size)
            line = ChunkSizeLine()
            stage = size == 0 ? .trailers : .data(left: size)
            return
        }
    }

    /// A client that sends much more framing than body wants work, not an answer.
    private mutating func count(framing: Int, of size: Int) throws(Refusal) {
        excess = max(0, excess + framing - 16 - 2 * min(size, Self.mostExcess))
        guard excess <= Self.mostExcess else { throw .malformedChunk }
    }

    private mutating func readData(_ bytes: inout MutableSpan<UInt8>, _ left: Int) {
        let count = min(left, bytes.count - consumed)
        bytes.move(consumed..<(consumed + count), to: decoded)
        decoded += count
        consumed += count
        stage = count == left ? .dataEnd : .data(left: left - count)
    }

    private mutating func pass(
        _ byte: UInt8, in bytes: borrowing MutableSpan<UInt8>, then next: Stage
    ) throws(Refusal) {
        guard bytes[consumed] == byte else { throw .malformedChunk }
        consumed += 1
        stage = next
    }

    private mutating func readTrailers(_ bytes: borrowing MutableSpan<UInt8>) throws(Refusal) {
        while consumed < bytes.count {
            let byte = bytes[consumed]
            consumed += 1
            guard try trailers.read(byte) else { continue }
            stage = .done
            return
        }
    }
}
