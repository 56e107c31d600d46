/// A page whose `console` blocks somebody types line by line: the commands, and what each is said to print.
struct ConsolePage {
    struct Command: Equatable {
        /// What is typed; a text for a command's input belongs to it, up to its line `END`.
        var text: String
        /// The page's line of it.
        var line: Int
        /// What the page shows below it.
        var shown: [String] = []

        /// Whether the page shows that it fails.
        var fails: Bool { shown.contains { $0.contains("✘") || $0.contains("error:") } }
    }

    /// What is no command and no output where either is expected, as `line: text`; nothing where all is well.
    private(set) var problems: [String] = []
    private(set) var commands: [Command] = []

    /// - Parameter untyped: The language of blocks that are shown without being typed; none by default.
    init(_ text: String, untyped: String? = nil) {
        var isInside = false
        var isSkipped = false
        var isInput = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let number = index + 1
            if isInput {
                commands[commands.count - 1].text += "\n\(line)"
                isInput = line != "END"
            } else if isSkipped {
                isSkipped = line != "```"
            } else if !isInside, let untyped, line == "```\(untyped)" {
                isSkipped = true
            } else if line.hasPrefix("```") {
                // A block that nobody runs would be a promise that nobody holds.
                if !isInside, line != "```console" { problems.append("\(number): \(line)") }
                isInside.toggle()
            } else if isInside, line.hasPrefix("$ ") {
                commands.append(Command(text: String(line.dropFirst(2)), line: number))
                isInput = line.contains("<<'END'")
            } else if isInside, commands.isEmpty {
                problems.append("\(number): \(line)")
            } else if isInside {
                commands[commands.count - 1].shown.append(String(line))
            }
        }
        if isInside || isInput || isSkipped { problems.append("the last block does not end") }
    }
}

/// What a command printed, beside what a page shows of it.
///
/// Of what differs from one run to the next only its kind has to agree: a point in time, how long something took, a
/// request's number. Any number of spaces is as good as one, since columns are as wide as they have to be. In the page
/// `…` stands for any text in a line, and alone for any number of lines.
struct ShownOutput {
    let shown: [String]

    func isLike(_ printed: [String]) -> Bool {
        Self.match(shown.map(Self.masked)[...], printed.map(Self.masked)[...])
    }

    private static func match(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return printed.isEmpty }
        let rest = shown.dropFirst()
        if first == "…" {
            return (printed.startIndex...printed.endIndex).contains { match(rest, printed[$0...]) }
        }
        guard let line = printed.first, isLike(line, first) else { return false }
        return match(rest, printed.dropFirst())
    }

    private static func isLike(_ printed: String, _ shown: String) -> Bool {
        let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return printed == shown }
        guard printed.count >= first.count + last.count, printed.hasPrefix(first), printed.hasSuffix(last) else {
            return false
        }
        var rest = printed.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    static func masked(_ line: String) -> String {
        line.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "<moment>")
            .replacing(/\b[0-9a-f]{32}\b/, with: "<number>")
            .replacing(/\b\d+(\.\d+)? (ms|s|seconds)\b/, with: "<time>")
            .replacing(/after (\d+s)?\d+(\.\d+)?m?s\b/, with: "after <time>")
            .replacing(/\(\d+(\.\d+)?s\)/, with: "(<time>)")
            .replacing(/(?<rest>\S) +/, with: { "\($0.output.rest) " })
    }
}
