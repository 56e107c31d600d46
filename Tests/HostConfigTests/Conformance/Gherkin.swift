/// A scenario of a `.feature` file, with the values of its examples filled in.
struct Gherkin: Sendable, CustomStringConvertible {
    /// A sentence, with what is quoted in it apart.
    struct Step: Sendable {
        /// With `""` where something was quoted.
        let sentence: String
        let quoted: [String]
        /// The rows below it.
        let table: [[String]]
    }

    let name: String
    let line: Int
    let tags: Set<String>
    let steps: [Step]

    var description: String { "\(line) \(name)" }

    /// Reads every scenario of a file.
    static func scenarios(in text: String) -> [Gherkin] {
        var reader = GherkinReader()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            reader.read(line.trimmed, number: index + 1)
        }
        reader.endScenario()
        return reader.scenarios
    }
}

/// Reads the part of Gherkin that flagd's suites are written in.
private struct GherkinReader {
    private struct Line {
        let text: Substring
        var table: [[String]] = []
    }

    private struct Examples {
        var tags: Set<String>
        var rows: [(line: Int, cells: [String])] = []
    }

    private(set) var scenarios: [Gherkin] = []
    private var tags: Set<String> = []
    private var featureTags: Set<String> = []
    private var background: [Line] = []
    private var name = ""
    private var line = 0
    private var scenarioTags: Set<String> = []
    private var steps: [Line] = []
    private var examples: [Examples] = []
    private var isInBackground = false

    mutating func read(_ text: Substring, number: Int) {
        guard !text.isEmpty, !text.hasPrefix("#") else { return }
        if text.hasPrefix("@") {
            tags.formUnion(text.split(separator: " ").map(String.init))
        } else if text.hasPrefix("Feature:") {
            featureTags = taken()
        } else if text.hasPrefix("Background:") {
            isInBackground = true
        } else if text.hasPrefix("Scenario") {
            endScenario()
            isInBackground = false
            scenarioTags = taken()
            name = String(text.drop { $0 != ":" }.dropFirst().trimmed)
            line = number
        } else if text.hasPrefix("Examples:") {
            examples.append(Examples(tags: taken()))
        } else if text.hasPrefix("|") {
            row(Self.cells(text), number: number)
        } else if let space = text.firstIndex(of: " "),
            ["Given", "When", "Then", "And", "But"].contains(text[..<space])
        {
            let step = Line(text: text[space...].trimmed)
            if isInBackground { background.append(step) } else { steps.append(step) }
        }
    }

    private mutating func row(_ cells: [String], number: Int) {
        if examples.isEmpty {
            steps[steps.count - 1].table.append(cells)
        } else {
            examples[examples.count - 1].rows.append((number, cells))
        }
    }

    private mutating func taken() -> Set<String> {
        defer { tags = [] }
        return tags
    }

    mutating func endScenario() {
        defer {
            steps = []
            examples = []
        }
        guard !steps.isEmpty else { return }
        let all = featureTags.union(scenarioTags)
        if examples.isEmpty { add(all, at: line, values: [:]) }
        for example in examples {
            guard let names = example.rows.first?.cells else { continue }
            for row in example.rows.dropFirst() {
                add(
                    all.union(example.tags), at: row.line,
                    values: Dictionary(zip(names, row.cells)) { first, _ in first })
            }
        }
    }

    private mutating func add(_ tags: Set<String>, at line: Int, values: [String: String]) {
        let steps = (background + steps).map { step in
            let (sentence, quoted) = Self.split(step.text)
            return Gherkin.Step(
                sentence: Self.filled(sentence, values), quoted: quoted.map { Self.filled($0, values) },
                table: step.table)
        }
        scenarios.append(Gherkin(name: name, line: line, tags: tags, steps: steps))
    }

    private static func filled(_ text: String, _ values: [String: String]) -> String {
        values.reduce(text) { $0.replacing("<\($1.key)>", with: $1.value) }
    }

    /// Takes what is quoted out of a sentence.
    private static func split(_ text: Substring) -> (sentence: String, quoted: [String]) {
        var sentence = ""
        var quoted: [String] = []
        var part: String?
        var isEscaped = false
        for character in text {
            switch (part, character) {
            case (nil, "\""): part = ""
            case (nil, _): sentence.append(character)
            case (.some(let old), _) where isEscaped:
                part = old + String(character)
                isEscaped = false
            case (.some, "\\"): isEscaped = true
            case (.some(let old), "\""):
                quoted.append(old)
                sentence += "\"\""
                part = nil
            case (.some(let old), _): part = old + String(character)
            }
        }
        return (sentence, quoted)
    }

    /// The cells of a row, in which a backslash means something before `|`, `n` and itself.
    private static func cells(_ text: Substring) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in text.dropFirst() {
            switch character {
            case _ where isEscaped:
                switch character {
                case "n": cell += "\n"
                case "|", "\\": cell.append(character)
                default: cell += "\\\(character)"
                }
                isEscaped = false
            case "\\": isEscaped = true
            case "|":
                cells.append(String(cell[...].trimmed))
                cell = ""
            default: cell.append(character)
            }
        }
        return cells
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let blanks: Set<Character> = [" ", "\t", "\r"]
        var text = drop { blanks.contains($0) }
        while let last = text.last, blanks.contains(last) { text.removeLast() }
        return text
    }
}
