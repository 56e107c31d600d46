package import FeatureKit

extension Override {
    /// The override as the operators' API shows it.
    package var asData: Value {
        .object(Members([("target", .text("\(target)")), ("value", value.value)]) + author.value + circumstances)
    }

    /// The same as a feature's toggle.
    package var asToggle: Value {
        .object(Members([("on", .boolean(isOn ?? false))]) + author.value + circumstances)
    }

    private var circumstances: Members {
        [
            "reason": .orNull(reason), "at": .text("\(at)"), "until": .orNull(until.map { "\($0)" }),
            "forced": .boolean(isForced),
        ]
    }
}

extension Overrides {
    /// Why saved overrides can't be read.
    package enum FormatProblem: Error, Equatable {
        /// A newer host wrote it.
        case version(Int64)
        case malformed(String)
    }

    /// The overrides in the form in which they are saved.
    package var value: Value {
        var overrides = Members()
        for override in all {
            var members = Members([("value", override.value.value)]) + override.author.written(as: "by")
            members["reason"] = override.reason.map { .text($0) }
            members["at"] = .text("\(override.at)")
            members["until"] = override.until.map { .text("\($0)") }
            if override.isForced { members["forced"] = true }
            overrides["\(override.target)"] = .object(members)
        }
        return ["version": .integer(Self.version), "overrides": .object(overrides)]
    }

    /// Reads what `value` wrote.
    package init(_ value: Value) throws(FormatProblem) {
        if case .integer(let version) = value["version"], version != Self.version { throw .version(version) }
        let problems = WrittenOverrides.shape.problems(in: value)
        if let problem = problems.first { throw .malformed("\(problem)") }
        guard let written = try? value.decoded(codable: WrittenOverrides.self) else {
            throw .malformed("can't be read")
        }
        self.init()
        for (text, entry) in written.overrides.sorted(by: { $0.key < $1.key }) {
            do throws(OverrideProblem) {
                let target = try OverrideTarget(text)
                add(
                    Override(
                        target, to: try target.reading(entry.value), author: entry.author,
                        reason: entry.reason, at: entry.at, until: entry.until, isForced: entry.forced ?? false))
            } catch { throw .malformed("overrides: \(error)") }
        }
    }
}

/// The overrides as they are written.
private struct WrittenOverrides: Shaped, Codable {
    struct Entry: Shaped, Codable {
        let value: Value
        let by: String
        let uid: UInt32?
        let token: String?
        let from: String?
        let reason: String?
        let at: Timestamp
        let until: Timestamp?
        let forced: Bool?

        var author: Author { Author(name: by, uid: uid, token: token, from: from) }

        static let shape = Shape.object(
            [Field("value", .anything, "What it is to be."), Field("by", .text(length: 0...256), "Who did it.")]
                + Author.writtenFields + [
                    Field("reason", .text(length: 0...Overrides.longestReason), "Why, in their words.", optional: true),
                    Field("at", .timestamp, "When."),
                    Field("until", .timestamp, "When it expires.", optional: true),
                    Field("forced", .boolean, "Whether it stops what is locked.", optional: true),
                ])
    }

    let version: Int
    let overrides: [String: Entry]

    static let shape = Shape.object([
        Field("version", .integer(), "The form of the file."),
        Field("overrides", .map(of: .of(Entry.self), count: 0...Overrides.most), "By their targets."),
    ])
}
