/// A percentage that stands alone, as documents and operators write it: `25%`, `12.5%`.
package enum Percentage {
    /// Why a text is none, in the words of documents.
    package struct Problem: Error, Sendable, Equatable {
        package let message: String
        /// What was probably meant.
        package let suggestion: String?
    }

    /// All of them, in millionths of a hundredth.
    package static let all = Millionths.hundred

    /// Reads one, in millionths of a hundredth.
    package static func parse(_ text: String) throws(Problem) -> UInt64 {
        let (part, mistake) = read(text)
        if let mistake { throw Problem(message: mistake.message, suggestion: mistake.suggestion) }
        return part
    }

    /// Writes one so that it is read as the same.
    package static func print(_ part: UInt64) -> String { Millionths.print(part) + "%" }

    /// What is read of a text, and what is wrong with it; beyond a hundred it is a hundred.
    static func read(_ text: String) -> (part: UInt64, mistake: FlagMistake?) {
        switch Millionths.percentage(text) {
        case .success(let part)?: (min(part, all), part > all ? .beyondHundred : nil)
        case nil, .failure(.notANumber)?: (0, .badPercentage(text))
        case .failure(.tooFine)?: (0, .tooFine)
        case .failure(.tooLarge)?: (0, .tooLarge(most: Millionths.largest))
        }
    }
}
