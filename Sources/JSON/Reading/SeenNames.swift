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

    @inline(__always)
    mutating func add(_ index: Int, on tape: JSONTape) throws(JSONFault) {
        count &+= 1
        let token = tape[index]
        guard token.isPlain else {
            arePlain = false
            return
        }
        let bit = token.bit
        if bits & bit != 0, count <= Self.few { try compare(index, on: tape) }
        bits |= bit
    }

    func finish(on tape: JSONTape) throws(JSONFault) {
        if count > Self.few || !arePlain { try compareAll(on: tape) }
    }

    private func compare(_ index: Int, on tape: JSONTape) throws(JSONFault) {
        let token = tape[index]
        var other = first
        while other < index {
            if tape[other].mayEqual(token), tape.text(other) == tape.text(index) {
                throw duplicate(index, of: other, on: tape)
            }
            other = tape[other &+ 1].next(after: other &+ 1)
        }
    }

    private func compareAll(on tape: JSONTape) throws(JSONFault) {
        // Swift's own equality counts, for which a letter with an accent is the same in one code point and in two: so
        // it is in everything that these names are compared with later.
        var places: [String: Int] = [:]
        places.reserveCapacity(count)
        var index = first
        while index < tape.tokenCount {
            if let other = places.updateValue(index, forKey: tape.text(index)) {
                throw duplicate(index, of: other, on: tape)
            }
            index = tape[index &+ 1].next(after: index &+ 1)
        }
    }

    private func duplicate(_ index: Int, of other: Int, on tape: JSONTape) -> JSONFault {
        let (line, column) = tape.place(of: Int(tape[other].start) - 1)
        return JSONFault(
            .duplicateName(tape.text(index), line: line, column: column), at: Int(tape[index].start) - 1)
    }
}
