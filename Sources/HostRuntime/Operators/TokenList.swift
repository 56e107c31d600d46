internal import FeatureKit

/// The tokens that were made for operators; pure, with the time as an argument.
package struct TokenList: Sendable, Equatable {
    /// How many may be valid at a time.
    package static let most = 1_000
    /// How long a token that is no longer valid stays listed, and how many of those.
    package static let memory = Duration.seconds(90 * 86_400)
    package static let mostOver = 1_000
    /// How long a token that expires may be valid.
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

    /// Whether a text may be a name: names appear in paths, tables and logs, and must not be tokens by mistake.
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

    /// The token with this id, or else the valid one with this name.
    func find(_ text: String, at now: Timestamp) -> OperatorToken? {
        byID[text] ?? byID.values.first { $0.name == text && $0.counts(at: now) }
    }

    /// How many are valid.
    func count(at now: Timestamp) -> Int { byID.values.count { $0.counts(at: now) } }

    /// Until when at least one is valid; nil if none is, and the end of time if one never expires.
    func openUntil(at now: Timestamp) -> Timestamp? {
        byID.values.filter { $0.counts(at: now) }.map { $0.until ?? Timestamp(nanoseconds: .max) }.max()
    }

    /// When the next one expires.
    func nextExpiry(at now: Timestamp) -> Timestamp? {
        byID.values.filter { $0.revoked == nil && !$0.isExpired }.compactMap(\.until).min()
    }

    mutating func put(_ token: OperatorToken) { byID[token.id] = token }

    mutating func remove(_ id: String) { byID[id] = nil }

    /// Removes those that became invalid longer than `memory` ago, and the first to do so beyond `mostOver`.
    mutating func prune(at now: Timestamp) {
        let over = byID.values.compactMap { token in token.over(at: now).map { (token.id, $0) } }
            .sorted { ($0.1, $0.0) > ($1.1, $1.0) }
        for (place, (id, since)) in over.enumerated()
        where place >= Self.mostOver || since.advanced(by: Self.memory) <= now {
            byID[id] = nil
        }
    }
}
