extension Operand {
    /// Which of two numbers is greater: below zero the other one, exactly, whichever of them has a fraction.
    ///
    /// - Returns: Nil where one of them is no number.
    @inline(__always)
    func order(to other: Operand) -> Int? {
        switch (kind, other.kind) {
        case (.integer, .integer): integer < other.integer ? -1 : integer == other.integer ? 0 : 1
        case (.integer, .number): Self.order(integer, other.number)
        case (.number, .integer): Self.order(other.integer, number).map { -$0 }
        case (.number, .number):
            number < other.number ? -1 : number == other.number ? 0 : number > other.number ? 1 : nil
        default: nil
        }
    }

    /// The same of a whole number and one with a fraction: 2⁵³ + 1 is not 2⁵³, though as a `Double` it would be.
    private static func order(_ integer: Int64, _ number: Double) -> Int? {
        guard !number.isNaN else { return nil }
        guard let whole = Int64(exactly: number.rounded(.down)) else { return number < 0 ? 1 : -1 }
        return integer < whole ? -1 : integer > whole ? 1 : number > Double(whole) ? -1 : 0
    }
}
