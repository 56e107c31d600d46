internal import FeatureKit

/// The tokens that were made for operators; pure, with the time as an argument.
package struct TokenList: Sendable, Equatable {
    /// How many may count at a time.
    package static let most = 1_000
    /// How long one is still told of that counts no more, and how many of those.
    package static let memory = Duration.seconds(90 * 86_400)
    package static let mostOver = 1_000
    /// How long one may count that does not count for good.
    package static let lifetimes = Duration.seconds(60) ... .seconds(3_650 * 86_400)
    /// The longest name, in bytes.
    package static let longestName = 64

    private(set) var byID: [String: OperatorToken] = [:]

    package init() {}

    subscript(_ id: String) -> OperatorToken? { byID[id] }

    /// All of them, the first made first.
    package var all: [OperatorToken] {
        byID.values.sorted { ($0.made.at, $0.id) < ($1.made.at, $1.id) }
    }

    /// Whether a text may be a name: it stands in paths, tables and logs, and is no token by mistake.
    package static func isName(_ text: String) -> Bool {
        guard (1...longestName).contains(text.utf8.count), !TokenText.begins(text) else { return false }
        return text.utf8.enumerated().allSatisfy { index, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: index > 0 && "-_.".utf8.contains(byte)
            }
        }
    }

    /// What a text names: a token by its id, or else the one of that name that counts.
    func find(_ text: String, at now: Timestamp) -> OperatorToken? {
        byID[text] ?? byID.values.first { $0.name == text && $0.counts(at: now) }
    }

    /// How many count.
    func count(at now: Timestamp) -> Int { byID.values.count { $0.counts(at: now) } }

    /// Until when at least one counts; nil where none does, and the end of time where one counts for good.
    func openUntil(at now: Timestamp) -> Timestamp? {
        byID.values.filter { $0.counts(at: now) }.map { $0.until ?? Timestamp(nanoseconds: .max) }.max()
    }

    /// When the next one lapses.
    func nextLapse(at now: Timestamp) -> Timestamp? {
        byID.values.filter { $0.revoked == nil && !$0.isLapsed }.compactMap(\.until).min()
    }

    mutating func put(_ token: OperatorToken) { byID[token.id] = token }

    mutating func remove(_ id: String) { byID[id] = nil }

    /// Lets go of those that have counted no more for long, and of the oldest of too many.
    mutating func prune(at now: Timestamp) {
        let over = byID.values.compactMap { token in token.over(at: now).map { (token.id, $0) } }
            .sorted { ($0.1, $0.0) > ($1.1, $1.0) }
        for (place, (id, since)) in over.enumerated()
        where place >= Self.mostOver || since.advanced(by: Self.memory) <= now {
            byID[id] = nil
        }
    }
}
