@_spi(Hosting) public import FeatureKit

extension Members {
    /// JSON whose lines are the parts that people compare: what fits on a line stands on one, the rest is broken up.
    @_spi(Hosting) public var lines: String {
        var text = ""
        Value.object(self).write(to: &text, indent: 0, before: 0)
        return text + "\n"
    }
}

private let longestLine = 120

extension Value {
    /// - Parameter before: How much stands on the line already.
    fileprivate func write(to text: inout String, indent: Int, before: Int) {
        let line = spaced
        if indent > 0, before + line.count + 1 <= longestLine { return text += line }
        let inner = String(repeating: " ", count: indent + 2)
        switch self {
        case .list(let list) where !list.isEmpty:
            text += "["
            for (index, element) in list.enumerated() {
                text += (index > 0 ? ",\n" : "\n") + inner
                element.write(to: &text, indent: indent + 2, before: indent + 2)
            }
            text += "\n" + String(repeating: " ", count: indent) + "]"
        case .object(let members) where !members.isEmpty:
            text += "{"
            for (index, member) in members.enumerated() {
                let name = Value.text(member.name).json + ": "
                text += (index > 0 ? ",\n" : "\n") + inner + name
                member.value.write(to: &text, indent: indent + 2, before: indent + 2 + name.count)
            }
            text += "\n" + String(repeating: " ", count: indent) + "}"
        default: text += line
        }
    }

    /// JSON on one line, with spaces between its parts.
    private var spaced: String {
        switch self {
        case .list(let list): "[" + list.map(\.spaced).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { Value.text($0.name).json + ": " + $0.value.spaced }.joined(separator: ", ") + "}"
        default: json
        }
    }
}
