/// Finds the word that was probably meant.
public enum Suggestion {
    /// The longest word that is compared; nothing is suggested for longer ones.
    public static let longestWord = 128

    /// The candidate with the fewest edits to `word`, if it is similar enough.
    public static func closest(to word: String, in candidates: some Sequence<String>) -> String? {
        guard word.count <= longestWord else { return nil }
        let lowered = Array(word.lowercased())
        let nearEnough = max(1, min(3, lowered.count / 3))
        // A word of which no letter is left is another word.
        return candidates.filter { $0.count <= longestWord }
            .map { (candidate: $0, edits: edits(lowered, Array($0.lowercased()))) }
            .filter { $0.edits <= nearEnough && $0.edits < lowered.count }
            .min { ($0.edits, $0.candidate) < ($1.edits, $1.candidate) }?.candidate
    }

    /// How many insertions, removals, replacements and swaps of neighbours lead from one word to the other.
    private static func edits(_ left: [Character], _ right: [Character]) -> Int {
        var older: [Int] = []
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(
                    previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, older[column - 1] + 1)
                }
                current.append(best)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
