package import HostConfig
internal import HostSystem

/// A proof as people read it while it goes on.
package struct ProofText: Sendable {
    /// How what is shown looks.
    package struct Style: Sendable {
        /// Whether colours are shown.
        package let hasColours: Bool
        /// Whether a line can be written over by the next, so that what goes on can be shown.
        package let isLive: Bool

        package init(hasColours: Bool, isLive: Bool) {
            self.hasColours = hasColours
            self.isLive = isLive
        }
    }

    /// Names that are longer don't push the times of all others to the right.
    private static let widestName = 64
    private static let widestTime = 7
    private static let toTheStart = "\r\u{1B}[K"

    private let feature: String
    private let way: RunMode?
    /// Both.
    private let name: String
    private let style: Style
    private var group: String?
    private var width = 0

    /// - Parameter way: Where the feature runs, where somebody said where.
    package init(_ feature: String, _ way: RunMode? = nil, style: Style) {
        name = feature.running(way)
        self.feature = feature
        self.way = way
        self.style = style
    }

    /// What is shown of something that happens.
    package mutating func text(of news: ProofProgress) -> String {
        switch news {
        case .planned(let plan):
            width = min(Self.widestName, plan.cases.map(\.name.count).max() ?? 0)
            return painted("\(feature) \(plan.version ?? "")".trimmed.running(way), .bold) + "\n"
                + plan.remarks.map { lines(of: $0.text, indent: 2, $0.isError ? .red : .yellow) }.joined()
        case .begins(let about):
            return style.isLive ? Self.toTheStart + painted("    … \(shown(about.name))", .faint) : ""
        case .ended(let result):
            var text = style.isLive ? Self.toTheStart : ""
            if result.about.group != group {
                group = result.about.group
                text += "  \(shown(result.about.group))\n"
            }
            let name = shown(result.about.name)
            let padding = String(repeating: " ", count: max(0, width - name.count) + 2)
            let time = result.took.forPeople
            text += result.hasPassed ? painted("    ✔ ", .green) : painted("    ✘ ", .red)
            let indent = String(repeating: " ", count: max(0, Self.widestTime - time.count))
            text += name + padding + painted(indent + time, .faint) + "\n"
            return text + (result.failure.map { lines(of: $0, indent: 6, nil) } ?? "")
        }
    }

    /// What is shown at the end.
    package func end(_ report: ProofReport) -> String {
        let problems = report.problems.map { lines(of: "\(name): error: \($0)", indent: 2, .red) }.joined()
        let took = "in \(report.took.forPeople)"
        let counts = Self.counts(of: report.results)
        let summary: String
        if report.hasPassed {
            summary = counts.isEmpty ? "nothing to try" : "\(counts.map(\.passed).inWords) passed \(took)"
        } else if counts.contains(where: { $0.failures > 0 }) {
            summary = counts.map(\.words).joined(separator: ", ") + " \(took)"
        } else {
            summary = "can't be tried"
        }
        let colour = report.hasPassed ? Paint.green : .red
        return problems + painted("\(name): \(summary)", colour) + "\n"
    }

    /// What several came to.
    package static func summary(of reports: [ProofReport], style: Style) -> String {
        let failed = reports.filter { !$0.hasPassed }.map(\.name)
        let passed = reports.count - failed.count
        let names = failed.joined(separator: ", ")
        let words = failed.isEmpty ? "all passed" : "\(passed) passed, \(failed.count) failed (\(names))"
        let count = reports.contains { $0.way == .worker } ? "proofs" : "features"
        return painted("\(reports.count) \(count): \(words)", failed.isEmpty ? .green : .red, style) + "\n"
    }

    // MARK: - Numbers

    private struct Count {
        let noun: String
        var all = 0
        var failures = 0

        var passed: String { "\(all) \(noun)\(all == 1 ? "" : "s")" }
        var words: String {
            failures == 0 ? "\(passed) passed" : "\(failures) of \(passed) failed"
        }
    }

    private static func counts(of results: [ProofResult]) -> [Count] {
        var counts: [Count] = []
        for result in results {
            let noun = result.about.noun
            if !counts.contains(where: { $0.noun == noun }) { counts.append(Count(noun: noun)) }
            guard let index = counts.firstIndex(where: { $0.noun == noun }) else { continue }
            counts[index].all += 1
            if !result.hasPassed { counts[index].failures += 1 }
        }
        return counts
    }

    // MARK: - Looks

    private enum Paint: Int {
        case bold = 1
        case faint = 2
        case red = 31
        case green = 32
        case yellow = 33
    }

    private func painted(_ text: String, _ paint: Paint?) -> String { Self.painted(text, paint, style) }

    private static func painted(_ text: String, _ paint: Paint?, _ style: Style) -> String {
        guard style.hasColours, let paint else { return text }
        return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
    }

    /// What comes from a feature must not steer the terminal.
    private func shown(_ text: String) -> String { Printable.escaped(text) }

    private func lines(of text: String, indent: Int, _ paint: Paint?) -> String {
        let indent = String(repeating: " ", count: indent)
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { indent + painted(shown(String($0)), paint) + "\n" }.joined()
    }
}

extension ProofCase {
    /// The group of the rules that every feature is held to.
    package static let conformance = "conformance"
    /// The case that starts and stops a feature as often as it is told to.
    static let stopsClean = "\(conformance)/stops-clean"
    /// The group of what is always tried before a feature is switched on.
    package static let preflight = "preflight"

    fileprivate var noun: String {
        switch group {
        case Self.conformance: "rule"
        case Self.preflight: "check"
        default: "scenario"
        }
    }
}

extension Duration {
    /// As short as it says something: `0.4 ms`, `12 ms`, `1.23 s`.
    var forPeople: String {
        let microseconds = Int(self / .microseconds(1))
        if microseconds < 1_000 { return "0.\(microseconds / 100) ms" }
        if microseconds < 1_000_000 { return "\(microseconds / 1_000) ms" }
        let hundredths = microseconds / 10_000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

extension [String] {
    /// `a, b and c`.
    fileprivate var inWords: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
