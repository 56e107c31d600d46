package import FeatureKit

/// What can be wrong with a clause; `ClauseFault+Wording` has the words.
package enum ClauseFault: Error, Equatable {
    /// It is held against something of another kind.
    case misfit(ClauseTest, Value)
    case noTime(ClauseTest, String)
    case noVersion(ClauseTest, String)
    case noBlock(String)
    case noPattern(ClauseTest, String, reason: String)
    case patternTooLong(ClauseTest, count: Int)
    /// A range whose end comes before its start.
    case nothingBetween(Value, Value)
    /// A list of which nobody can have an element.
    case emptyList(ClauseTest)
    /// An attribute with a dollar that means nothing.
    case unknownVariable(String)
}
