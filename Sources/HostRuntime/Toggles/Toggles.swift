package import FeatureKit

/// Everything that operators have switched by hand, by the id of the feature.
package struct Toggles: Sendable, Equatable {
    /// How many there may be: more than any host has features.
    package static let most = 1000
    /// The longest reason, in code points.
    package static let longestReason = 500
    /// What the file says of itself, so that a later form is not taken for this one.
    static let version: Int64 = 1

    private var byID: [String: Toggle] = [:]

    /// Nothing is switched by hand.
    package init() {}

    /// What was decided about a feature; nil lets the document decide.
    package subscript(_ id: String) -> Toggle? {
        get { byID[id] }
        set { byID[id] = newValue }
    }

    /// The features that were switched by hand, in order.
    package var ids: [String] { byID.keys.sorted() }

    /// How many there are.
    package var count: Int { byID.count }
}

// MARK: - As data

extension Toggle {
    /// The toggle as the operators' API and the file show it.
    package var value: Value {
        [
            "on": .boolean(isOn), "by": .text(author.name), "uid": .integer(Int64(author.user)),
            "reason": reason.map { .text($0) } ?? .null, "at": .text("\(at)"),
        ]
    }
}

extension Toggles {
    /// Why a text is no set of toggles.
    enum Illegible: Error, Equatable {
        /// A newer host wrote it.
        case version(Int64)
        case misshapen(String)
    }

    /// The toggles as they lie in the file.
    package var value: Value {
        var toggles = Members()
        for (id, toggle) in byID.sorted(by: { $0.key < $1.key }) {
            guard case .object(var members) = toggle.value else { continue }
            if toggle.reason == nil { members["reason"] = nil }
            toggles[id] = .object(members)
        }
        return ["version": .integer(Self.version), "toggles": .object(toggles)]
    }

    /// Reads what `value` wrote.
    init(_ value: Value) throws(Illegible) {
        if case .integer(let version) = value["version"], version != Self.version { throw .version(version) }
        let problems = WrittenToggles.shape.problems(in: value)
        if let problem = problems.first { throw .misshapen("\(problem)") }
        guard let written = try? value.decoded(as: WrittenToggles.self) else { throw .misshapen("can't be read") }
        byID = written.toggles.mapValues { toggle in
            let author = Author(name: toggle.by, user: toggle.uid)
            return Toggle(isOn: toggle.on, author: author, reason: toggle.reason, at: toggle.at)
        }
    }
}

/// The toggles as they are written.
private struct WrittenToggles: Shaped {
    struct Entry: Shaped {
        let on: Bool
        let by: String
        let uid: UInt32
        let reason: String?
        let at: Timestamp

        static let shape = Shape.object([
            Field("on", .boolean, "Whether it was switched on."),
            Field("by", .text(length: 0...256), "Who did it."),
            Field("uid", .integer(in: 0...Int64(UInt32.max)), "The number of that user."),
            Field("reason", .text(length: 0...Toggles.longestReason), "Why, in their words.", optional: true),
            Field("at", .timestamp, "When."),
        ])
    }

    let version: Int
    let toggles: [String: Entry]

    static let shape = Shape.object([
        Field("version", .integer(), "The form of the file."),
        Field("toggles", .map(of: .of(Entry.self), count: 0...Toggles.most), "By the id of the feature."),
    ])
}
