internal import FeatureKit

/// What has been written of a value, and which of its containers are open.
struct EncodingPage {
    /// A container or a value that is open, for those who write into it.
    struct Place {
        let depth: Int32
        let serial: UInt32

        /// What is open nowhere; writing into it spoils the sheet.
        static let none = Place(depth: .max, serial: 0)
    }

    struct Frame {
        enum Kind: UInt8 {
            case pending
            case written
            case object
            case list
        }

        var kind = Kind.pending
        let serial: UInt32
        var count: Int32 = 0
        /// Where the name in front of it lies; empty without one.
        let name: Range<Int>
        /// Bits for the names that came, by two of their traits: where one of both is new, so is the name.
        var seen: (UInt64, UInt64) = (0, 0)
    }

    var writer = JSONWriter()
    private(set) var isSpoiled = false
    private var frames: [Frame] = []
    private var serial: UInt32 = 0
    /// Where the name lies that was written last.
    private var lastName = 0..<0
    /// Whether a name may have come twice.
    private(set) var mayRepeat = false

    init() { frames.reserveCapacity(8) }

    /// Gives up on writing from the front to the back.
    mutating func spoil() { isSpoiled = true }

    /// Opens a place for a value that comes next.
    mutating func open(_ kind: Frame.Kind) -> Place {
        serial &+= 1
        begin(kind)
        frames.append(Frame(kind: kind, serial: serial, name: lastName))
        return Place(depth: Int32(truncatingIfNeeded: frames.count &- 1), serial: serial)
    }

    /// Closes everything inside a place; false where it is closed itself, which spoils the sheet.
    @inline(__always)
    mutating func enter(_ place: Place) -> Bool {
        let depth = Int(place.depth)
        if depth == frames.count &- 1, frames[depth].serial == place.serial { return !isSpoiled }
        return enterAbove(place)
    }

    @inline(never)
    private mutating func enterAbove(_ place: Place) -> Bool {
        guard !isSpoiled, place.depth < frames.count, frames[Int(place.depth)].serial == place.serial else {
            isSpoiled = true
            return false
        }
        close(to: Int(place.depth) &+ 1)
        return true
    }

    /// Closes a place and everything inside it.
    mutating func close(_ place: Place) { if !isSpoiled { close(to: Int(place.depth)) } }

    private mutating func close(to count: Int) {
        while frames.count > count, let frame = frames.popLast() {
            switch frame.kind {
            case .object: writer.endObject()
            case .list: writer.endList()
            case .written: break
            case .pending:
                // Who writes nothing at all means a mapping without members.
                writer.beginObject()
                writer.endObject()
            }
        }
    }

    /// Makes a place the container that is asked for, unless it is that already.
    mutating func make(_ place: Place, _ kind: Frame.Kind) {
        guard enter(place) else { return }
        let depth = Int(place.depth)
        guard frames[depth].kind == .pending else {
            if frames[depth].kind != kind { isSpoiled = true }
            return
        }
        frames[depth].kind = kind
        begin(kind)
    }

    /// Prepares a place for a value of one piece; false where nothing may follow.
    mutating func fill(_ place: Place) -> Bool {
        guard enter(place) else { return false }
        let depth = Int(place.depth)
        guard frames[depth].kind == .pending else {
            isSpoiled = true
            return false
        }
        frames[depth].kind = .written
        lastName = 0..<0
        return true
    }

    private mutating func begin(_ kind: Frame.Kind) {
        switch kind {
        case .object: writer.beginObject()
        case .list: writer.beginList()
        case .pending, .written: break
        }
    }

    /// Writes a name into a mapping; false where nothing may follow.
    @inline(__always)
    mutating func name(_ name: String, in place: Place) -> Bool {
        guard enter(place) else { return false }
        note(name, at: Int(place.depth))
        let start = writer.bytes.count
        let isPlain = writer.name(name)
        // Names that are no ASCII may be the same although they differ.
        if !isPlain { mayRepeat = true }
        lastName = start..<writer.bytes.count
        return true
    }

    private mutating func note(_ name: String, at depth: Int) {
        let fingerprint =
            unsafe name.utf8.withContiguousStorageIfAvailable { unsafe TextBytes.fingerprint(of: $0) } ?? 0
        let bits: (UInt64, UInt64) = (1 &<< UInt64(fingerprint), 1 &<< UInt64(fingerprint >> 6))
        let seen = frames[depth].seen
        if seen.0 & bits.0 != 0, seen.1 & bits.1 != 0 { mayRepeat = true }
        frames[depth].seen = (seen.0 | bits.0, seen.1 | bits.1)
    }

    /// Prepares a list for its next element; false where nothing may follow.
    mutating func element(in place: Place) -> Bool {
        guard enter(place) else { return false }
        frames[Int(place.depth)].count &+= 1
        lastName = 0..<0
        return true
    }

    /// How many elements a list has.
    mutating func count(in place: Place) -> Int {
        guard place.depth < frames.count, frames[Int(place.depth)].serial == place.serial else {
            isSpoiled = true
            return 0
        }
        return Int(frames[Int(place.depth)].count)
    }

    /// The names on the way to a place, for those who ask.
    func path(to place: Place) -> [any CodingKey] {
        guard place.depth < frames.count, frames[Int(place.depth)].serial == place.serial else { return [] }
        return frames[...Int(place.depth)].compactMap { frame in
            let name = writer.bytes[frame.name]
            // What stands there is a comma, the name and a colon.
            let text = Array(name.drop { $0 == UInt8(ascii: ",") }.dropLast())
            guard case .text(let name) = try? Value(json: text) else { return nil }
            return TapeKey(stringValue: name)
        }
    }

    /// Writes a whole number, if 64 bits with sign hold it.
    @inline(__always)
    mutating func whole(_ value: some BinaryInteger & Sendable) throws {
        guard let whole = Int64(exactly: value) else { throw tooLarge(value) }
        writer.write(whole)
    }

    // By way of a tree the same error comes again, with the way to it.
    private mutating func tooLarge(_ value: any Sendable) -> EncodingError {
        spoil()
        return .invalidValue(value, .init(codingPath: [], debugDescription: "a whole number beyond 64 bits with sign"))
    }
}
