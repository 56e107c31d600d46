/// A value in the middle of an evaluation: 16 bytes without references, which point into a slate.
package struct Operand: Sendable, BitwiseCopyable {
    package enum Kind: UInt8, Sendable, BitwiseCopyable {
        case null
        case boolean
        case integer
        case number
        case text
        case list
        case object
    }

    /// Which slate its text or its members lie on.
    package enum Place: UInt8, Sendable, BitwiseCopyable {
        /// That of the program.
        case program
        /// That of the caller.
        case context
        /// That of the evaluator, until the evaluation ends.
        case scratch
    }

    package let kind: Kind
    package let place: Place
    /// The number, or the start and the count of the text's bytes or the cells.
    let load: UInt64

    private init(_ kind: Kind, _ place: Place = .program, load: UInt64 = 0) {
        self.kind = kind
        self.place = place
        self.load = load
    }

    private init(_ kind: Kind, _ place: Place, start: Int, count: Int) {
        let load = UInt64(UInt32(truncatingIfNeeded: start)) | UInt64(UInt32(truncatingIfNeeded: count)) << 32
        self.init(kind, place, load: load)
    }

    package static let null = Operand(.null)
    package static func boolean(_ boolean: Bool) -> Operand { Operand(.boolean, load: boolean ? 1 : 0) }
    package static func integer(_ integer: Int64) -> Operand {
        Operand(.integer, load: UInt64(bitPattern: integer))
    }
    package static func number(_ number: Double) -> Operand { Operand(.number, load: number.bitPattern) }
    package static func text(in place: Place, start: Int, count: Int) -> Operand {
        Operand(.text, place, start: start, count: count)
    }
    package static func list(in place: Place, start: Int, count: Int) -> Operand {
        Operand(.list, place, start: start, count: count)
    }
    package static func object(in place: Place, start: Int, count: Int) -> Operand {
        Operand(.object, place, start: start, count: count)
    }

    package var boolean: Bool { load != 0 }
    package var integer: Int64 { Int64(bitPattern: load) }
    package var number: Double { Double(bitPattern: load) }
    package var start: Int { Int(UInt32(truncatingIfNeeded: load)) }
    package var count: Int { Int(load >> 32) }
}
