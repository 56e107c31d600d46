package import FeatureKit

/// The wording of differences.
extension Difference {
    /// The most characters of a value that are shown.
    static let longestValue = 200

    /// The difference on one line: `features.bars.enabled: false → true`, `flags.new: + {…}`, `log: - "debug"`.
    package var inWords: String { Self.words(Self.text(of: path), old, new) }

    /// - Parameter place: The path as it is written.
    static func words(_ place: String, _ old: Value?, _ new: Value?) -> String {
        let place = place.isEmpty ? "" : place + ": "
        return switch (old, new) {
        case (let old?, let new?): "\(place)\(shown(old)) → \(shown(new))"
        case (nil, let new?): "\(place)+ \(shown(new))"
        case (let old?, nil): "\(place)- \(shown(old))"
        case (nil, nil): place
        }
    }

    /// A path with dots; a name that is not a plain word is quoted, so that it can't be taken for a longer path.
    package static func text(of path: [String]) -> String {
        path.map { isPlain($0) ? $0 : Value.text($0).json }.joined(separator: ".")
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-$".unicodeScalars.contains($0)
            }
    }

    /// A value as JSON, cut if it is long; percentages have no quotes, as in configuration files.
    static func shown(_ value: Value) -> String {
        if case .text(let text) = value, isPercentage(text) { return text }
        let json = value.json
        guard json.utf8.count > longestValue, json.count > longestValue else { return json }
        return json.prefix(longestValue - 1) + "…"
    }

    private static func isPercentage(_ text: String) -> Bool {
        let digits = text.utf8.dropLast()
        return text.utf8.last == UInt8(ascii: "%") && !digits.isEmpty
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    }
}

extension Differences {
    /// All on one line, for a table: the first ones, and how many there are beyond them.
    var inWords: String {
        let words = list.map(\.inWords).joined(separator: "; ")
        return dropped > 0 ? "\(words); and \(dropped) more" : words
    }

    /// The differences as data, and how many more there are.
    package var members: Members {
        ["differences": .list(list.map(\.value)), "more": .integer(Int64(dropped))]
    }
}

extension Difference {
    /// The difference as data; a missing value is left out.
    package var value: Value {
        var members: Members = ["path": .text(Self.text(of: path))]
        members["old"] = old
        members["new"] = new
        return .object(members)
    }
}
