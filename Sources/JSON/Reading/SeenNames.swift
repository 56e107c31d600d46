/// The names of one mapping, looked through for one that comes twice.
///
/// A few plain names are compared with each other; more of them, and others, go through a set once the mapping ends,
/// so that the time stays in proportion to the text whatever it holds.
struct SeenNames {
    /// How many names are compared one by one.
    private static let few = 16

    private let first: Int
    private(set) var count = 0
    /// One bit for each fingerprint that came: where it is new, so is the name.
    private var bits: UInt64 = 0
    private var arePlain = true

    init(first: Int) { self.first = first }

    /// Adds the name that was put on the tape last.
    @inline(__always)
    mutating func add(_ token: JSONToken, on tape: JSONTape) throws(JSONFault) {
        count &+= 1
        guard token.isPlain else {
            arePlain = false
            return
        }
        let bit = token.bit
        if bits & bit != 0, count <= Self.few {
            try tape.lend { tape throws(JSONFault) in try compare(tape.tokenCount &- 1, on: tape) }
        }
        bits |= bit
    }

    /// Looks at all names once the mapping has ended, where that is still needed.
    @inline(__always)
    func finish(on tape: JSONTape) throws(JSONFault) {
        guard count > Self.few || !arePlain else { return }
        try tape.lend { tape throws(JSONFault) in try compareAll(on: tape) }
    }

    private func compare(_ index: Int, on tape: TapeView) throws(JSONFault) {
        var other = first
        while other < index {
            if tape[other].mayEqual(tape[index]), tape.text(other, equals: index, on: tape) {
                throw duplicate(index, of: other, on: tape)
            }
            other = tape.next(after: other &+ 1)
        }
    }

    private func compareAll(on tape: TapeView) throws(JSONFault) {
        // Swift's own equality counts, for which a letter with an accent is the same in one code point and in two: so
        // it is in everything that these names are compared with later.
        var places: [String: Int] = [:]
        places.reserveCapacity(count)
        var index = first
        while index < tape.tokenCount {
            if let other = places.updateValue(index, forKey: tape.text(index)) {
                throw duplicate(index, of: other, on: tape)
            }
            index = tape.next(after: index &+ 1)
        }
    }

    private func duplicate(_ index: Int, of other: Int, on tape: TapeView) -> JSONFault {
        let (line, column) = tape.place(of: Int(tape[other].start) - 1)
        return JSONFault(
            .duplicateName(tape.text(index), line: line, column: column), at: Int(tape[index].start) - 1)
    }
}
