/// Something about flags that is wrong or odd, as data; `FlagProblem+Wording` has the words.
package struct FlagProblem: Sendable, Equatable {
    package enum Severity: Sendable {
        case error
        case warning
    }

    package enum Kind: Sendable, Equatable {
        case unknownVariant(String, known: [String])
        case clause(ClauseFault)
        /// A split's history left so many ranges behind that it divides people anew.
        case splitBeginsAnew
    }

    package let kind: Kind
    package let severity: Severity
    /// The flag it is about; nil for segments.
    package let flag: String?
    package let place: FlagPlace?

    package init(_ kind: Kind, _ severity: Severity = .error, flag: String?, at place: FlagPlace?) {
        self.kind = kind
        self.severity = severity
        self.flag = flag
        self.place = place
    }
}
