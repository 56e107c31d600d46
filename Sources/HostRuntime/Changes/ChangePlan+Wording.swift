internal import FeatureKit

/// The wording of how much a plan changes.
extension ChangePlan {
    /// A few words for a list of revisions: `1 feature, 2 flags`, `nothing`.
    package var summary: String {
        var parts = [Self.counted(features.count, "feature")]
        for subject in DefinitionChange.Subject.allCases {
            parts.append(Self.counted(counts[subject] ?? 0, Self.noun(subject)))
        }
        if features.isEmpty, counts.isEmpty { parts.append(Self.counted(splitCount, "split")) }
        let words = parts.compactMap(\.self)
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    /// The same in full: `1 feature starts, 2 stop; 1 flag changes, 1 split moves people`.
    package var verdict: String {
        var said: [String] = []
        var auxiliary = ""
        for kind in FeatureMove.Kind.allCases {
            let count = count(kind)
            guard count > 0 else { continue }
            let (helper, verb) = Self.verb(kind, isOne: count == 1)
            // "1 is reconfigured, 1 restarted".
            let words = [helper == auxiliary ? "" : helper, verb].filter { !$0.isEmpty }.joined(separator: " ")
            auxiliary = helper
            let noun = said.isEmpty ? (count == 1 ? " feature" : " features") : ""
            said.append("\(count)\(noun) \(words)")
        }
        let others = DefinitionChange.Subject.allCases.compactMap { subject -> String? in
            let count = counts[subject] ?? 0
            return Self.counted(count, Self.noun(subject)).map { "\($0) \(count == 1 ? "changes" : "change")" }
        }
        let splits = Self.counted(splitCount, "split").map { "\($0) \(splitCount == 1 ? "moves" : "move") people" }
        let groups = [said, others + [splits].compactMap(\.self)].filter { !$0.isEmpty }
        let text = groups.map { $0.joined(separator: ", ") }.joined(separator: "; ")
        return text.isEmpty ? "nothing changes" : text
    }

    /// A part of the people as they read it: `20 %`, `0.125 %`.
    static func percent(_ part: Double) -> String {
        let thousandths = (part * 100_000).rounded()
        guard thousandths >= 1 else { return "less than 0.001 %" }
        let percent = thousandths / 1_000
        return percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
    }

    private static func noun(_ subject: DefinitionChange.Subject) -> String {
        subject == .host ? "setting of the host" : subject.rawValue
    }

    private static func counted(_ count: Int, _ noun: String) -> String? {
        guard count > 0 else { return nil }
        guard count > 1 else { return "1 \(noun)" }
        let words = noun.split(separator: " ", maxSplits: 1)
        return "\(count) \(words[0])s" + (words.count > 1 ? " \(words[1])" : "")
    }

    private static func verb(_ kind: FeatureMove.Kind, isOne: Bool) -> (helper: String, verb: String) {
        switch kind {
        case .start: ("", isOne ? "starts" : "start")
        case .stop: ("", isOne ? "stops" : "stop")
        case .reconfigure: (isOne ? "is" : "are", "reconfigured")
        case .restart: (isOne ? "is" : "are", "restarted")
        case .blocked: ("", isOne ? "does not start" : "do not start")
        }
    }
}
