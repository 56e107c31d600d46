/// One name or value on a tape, in 16 bytes.
struct JSONToken {
    enum Kind: UInt8 {
        case null
        case no
        case yes
        case integer
        case number
        case text
        case list
        case object
    }

    let kind: Kind
    /// Of a text: there is nothing but ASCII in it, and no escape.
    let isPlain: Bool
    /// Of a text: it has escapes.
    let hasEscapes: Bool
    /// Where it begins; a text after its quote.
    let start: UInt32
    /// What it is, as its kind has it.
    private let load: UInt64

    private init(_ kind: Kind, at start: Int, isPlain: Bool = false, hasEscapes: Bool = false, load: UInt64 = 0) {
        self.kind = kind
        self.isPlain = isPlain
        self.hasEscapes = hasEscapes
        self.start = UInt32(truncatingIfNeeded: start)
        self.load = load
    }

    /// `null`, `false` or `true`.
    init(word kind: Kind, at start: Int) { self.init(kind, at: start) }

    init(integer: Int64, at start: Int) { self.init(.integer, at: start, load: UInt64(bitPattern: integer)) }

    init(number: Double, at start: Int) { self.init(.number, at: start, load: number.bitPattern) }

    /// - Parameter fingerprint: Of a name; texts without one have 0.
    init(text start: Int, count: Int, isPlain: Bool, hasEscapes: Bool, fingerprint: UInt32 = 0) {
        let load = UInt64(UInt32(truncatingIfNeeded: count)) | UInt64(fingerprint) << 32
        self.init(.text, at: start, isPlain: isPlain, hasEscapes: hasEscapes, load: load)
    }

    /// - Parameter next: The index of the token after everything inside.
    init(container kind: Kind, at start: Int, count: Int, next: Int) {
        let load = UInt64(UInt32(truncatingIfNeeded: count)) | UInt64(UInt32(truncatingIfNeeded: next)) << 32
        self.init(kind, at: start, load: load)
    }

    /// What stands where no token is: nothing.
    static let none = JSONToken(word: .null, at: 0)

    var integer: Int64 { Int64(bitPattern: load) }
    var number: Double { Double(bitPattern: load) }
    /// The bytes of a text, or the elements of a list, or the members of an object.
    var count: Int { Int(UInt32(truncatingIfNeeded: load)) }
    var isContainer: Bool { kind == .list || kind == .object }

    /// The index of the token that follows a token with this index and everything inside it.
    func next(after index: Int) -> Int { isContainer ? Int(load >> 32) : index &+ 1 }

    /// One of 64 bits, chosen by a name's fingerprint.
    var bit: UInt64 { 1 &<< (load >> 58) }

    /// Whether two plain names may be the same; where not, they are not.
    func mayEqual(_ other: JSONToken) -> Bool { load == other.load }
}
