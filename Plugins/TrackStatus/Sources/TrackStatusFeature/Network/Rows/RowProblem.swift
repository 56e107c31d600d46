/// Why what the network said is not what the flags say; a word that nobody knows is none, it is `unknown`.
enum RowProblem: Error, Equatable {
    /// It is no JSON.
    case text(line: Int, column: Int, String)
    /// It is something else than a mapping, or a list of them.
    case notARow(String)
    /// None of so many rows is the circuit's.
    case noRow(among: Int)
    /// More than one is.
    case severalRows(Int)
    case anotherRow(String)
    case noMode
    /// The mode is no text.
    case modeIs(String)
    /// Timing's own: a mapping or a member of it is missing or something else.
    case noTiming(String)
}

/// A part of a row that is left out because it is not what it should be; the rest of the row counts.
struct RowOddity: Hashable {
    let field: String
    /// What stood there.
    let saw: String
}
