package import FeatureKit
package import HostConfig

/// Where a value is not like what was expected, line by line.
package struct Difference: Sendable {
    private enum Line {
        case same(String)
        case expected(String)
        case got(String)
    }

    /// How many lines that are the same stand around one that differs.
    private static let context = 2
    /// How many lines are shown.
    private static let mostLines = 40
    /// How long a line may get, in characters.
    private static let longest = 160

    private var all: [Line] = []
    /// In how many places they differ.
    package private(set) var places = 0

    /// - Parameter value: What came; nil where nothing did.
    package init(_ wanted: Likeness, _ value: Value?) { compare(wanted, value, at: "") }

    // MARK: - Comparing

    private mutating func compare(_ wanted: Likeness, _ value: Value?, at path: String) {
        switch (wanted, value) {
        case (.members(let members), .object(let got)):
            for member in members { compare(member.value, got[member.name], at: Self.path(path, member.name)) }
        case (.list(let elements), .list(let got)):
            for (index, element) in elements.enumerated() {
                compare(element, got.indices.contains(index) ? got[index] : nil, at: "\(path)[\(index)]")
            }
            surplus(got, after: elements.count, at: path)
        case (.exactly(let whole), let value?), (.equal(let whole), let value?): compare(whole, value, at: path)
        case (.all(let others), _) where !wanted.isLike(value):
            for other in others where !other.isLike(value) { all.append(.expected(Self.line(path, other.text))) }
            got(value, at: path)
        default:
            guard !wanted.isLike(value) else { return same(wanted, value, at: path) }
            differ(wanted.text, value, at: path)
        }
    }

    private mutating func compare(_ wanted: Value, _ value: Value, at path: String) {
        switch (wanted, value) {
        case (.object(let members), .object(let got)):
            for (name, part) in members {
                let path = Self.path(path, name)
                if let value = got[name] {
                    compare(part, value, at: path)
                } else {
                    differ(part.asWritten, nil, at: path)
                }
            }
            for (name, value) in got where members[name] == nil { surplus(value, at: Self.path(path, name)) }
        case (.list(let elements), .list(let got)):
            for (index, element) in elements.enumerated() {
                let path = "\(path)[\(index)]"
                if got.indices.contains(index) {
                    compare(element, got[index], at: path)
                } else {
                    differ(element.asWritten, nil, at: path)
                }
            }
            surplus(got, after: elements.count, at: path)
        default:
            if wanted.isSame(as: value) { return all.append(.same(Self.line(path, value.asWritten))) }
            differ(wanted.asWritten, value, at: path)
        }
    }

    private mutating func same(_ wanted: Likeness, _ value: Value?, at path: String) {
        all.append(.same(Self.line(path, value?.asWritten ?? wanted.text)))
    }

    private mutating func differ(_ wanted: String, _ value: Value?, at path: String) {
        guard let value else {
            all.append(.expected(Self.line(path, wanted)))
            return got(nil, at: path)
        }
        let (one, other) = Self.cut(wanted, value.asWritten)
        all.append(.expected(Self.line(path, one)))
        all.append(.got(Self.line(path, other)))
        places += 1
    }

    private mutating func surplus(_ list: [Value], after count: Int, at path: String) {
        for (index, value) in list.enumerated().dropFirst(count) { surplus(value, at: "\(path)[\(index)]") }
    }

    private mutating func surplus(_ value: Value, at path: String) {
        all.append(.got(Self.line(path, value.asWritten)))
        places += 1
    }

    private mutating func got(_ value: Value?, at path: String) {
        all.append(
            .got(value.map { Self.line(path, $0.asWritten) } ?? (path.isEmpty ? "nothing" : "\(path) is not there")))
        places += 1
    }

    // MARK: - Telling

    private static func path(_ path: String, _ name: String) -> String {
        let name = Value.text(name).asWritten
        return path.isEmpty ? name : "\(path).\(name)"
    }

    private static func line(_ path: String, _ text: String) -> String {
        shortened(path.isEmpty ? text : "\(path): \(text)", to: longest)
    }

    private static func shortened(_ text: String, to most: Int) -> String {
        text.count <= most ? text : text.prefix(most - 1) + "…"
    }

    /// Two long texts from a little before the place on where they differ.
    private static func cut(_ one: String, _ other: String) -> (String, String) {
        let room = longest / 2
        guard one.count > room || other.count > room else { return (one, other) }
        let common = zip(one, other).prefix { $0 == $1 }.count
        let start = max(0, common - room / 4)
        guard start > 0 else { return (one, other) }
        func part(_ text: String) -> String { "…" + shortened(String(text.dropFirst(start)), to: room) }
        return (part(one), part(other))
    }

    /// The lines, `-` before what was expected and `+` before what came, with a little of what lies around.
    package var lines: [String] {
        let differing = all.indices.filter { if case .same = all[$0] { false } else { true } }
        var shown = Set<Int>()
        for index in differing {
            shown.formUnion((max(0, index - Self.context)...min(all.count - 1, index + Self.context)))
        }
        var lines: [String] = []
        var last = -1
        for index in shown.sorted() {
            guard lines.count < Self.mostLines else {
                lines.append("… and \(differing.count { $0 >= index }) more lines")
                break
            }
            if index > last + 1 { lines.append("  …") }
            last = index
            switch all[index] {
            case .same(let text): lines.append("  " + text)
            case .expected(let text): lines.append("- " + text)
            case .got(let text): lines.append("+ " + text)
            }
        }
        return lines
    }
}
