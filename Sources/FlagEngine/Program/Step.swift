/// One operation of a compiled expression: flat, without references, its children side by side.
struct Step: BitwiseCopyable, Sendable {
    enum Code: BitwiseCopyable, Sendable {
        /// `operand` itself.
        case constant
        /// All of the children hold.
        case all
        /// One of the children holds.
        case any
        /// The child does not hold.
        case not
        /// The named condition that is the child holds.
        case segment
        /// A test of `attribute` against `operand`; see `FlagRun.clause`.
        case clause(ClauseTest)
        /// An operation of JsonLogic on the children; see `FlagRun.logic`.
        case logic(LogicOperation)
    }

    var code: Code
    /// Something small that the operation needs, such as an index of a table of its own.
    var aux: Int32 = 0
    /// The attribute that it reads, an index of the program's attributes; below zero none.
    var attribute: Int32 = -1
    /// What the program says of it to people, an index of its notes; below zero nothing.
    var note: Int32 = -1
    /// Its children: steps side by side.
    var children = StepRange()
    /// A constant of the program.
    var operand = Operand.null

    init(_ code: Code) { self.code = code }
}

/// Steps side by side.
struct StepRange: BitwiseCopyable, Sendable {
    var first: UInt32 = 0
    var count: UInt32 = 0

    /// The index of a step, by its place among them.
    @inline(__always)
    subscript(index: Int) -> Int { Int(first) &+ index }
}

/// An attribute that a program reads, by name or by path.
struct AttributeReference: BitwiseCopyable, Sendable {
    /// What it means besides an attribute of the caller.
    enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A name, and nothing else.
        case name
        /// A name with dots, or the path that it says.
        case nameOrPath
        /// Only the path: JsonLogic's way.
        case path
        /// The current time, in seconds since 1970.
        case now
        /// The flag's key.
        case flag
    }

    var kind: Kind
    /// The whole name.
    var name: NamePart
    /// The parts of the path.
    var firstPart: UInt32 = 0
    var partCount: UInt32 = 0
}

/// A name on the program's slate, or a place in a list.
struct NamePart: BitwiseCopyable, Sendable {
    var start: UInt32
    var count: UInt32
    var mark: UInt32
    /// The place in a list that it says; below zero where it is no whole number.
    var index: Int32

    @inline(__always)
    var name: Operand { .text(in: .program, start: Int(start), count: Int(count)) }
}
