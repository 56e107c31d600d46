internal import FlagEngine
internal import HostConfig

/// What the sources of a document say about flags, at one moment.
struct GatheredFlags: Sendable {
    /// What one source says.
    struct Content: Sendable, Equatable {
        let text: SourceText
        var set: FlagSet
        /// Whether it is all that the text says: single flags with errors keep what they said before, or are left out.
        var isWhole = true
    }

    /// What counts until now.
    let former: RevisionContent
    /// The sources that stand aside, with the digest of what they say.
    private(set) var aside: [SourceUnit: String]
    /// The weakest first.
    var sets: [FlagSet] = []
    /// By the source's name; those of the document itself are not among them.
    var contents: [String: Content] = [:]
    var diagnostics = Diagnostics()
    /// Where the sets of sources stand, by name.
    var places: [String: Int] = [:]
    /// Whether all of what a source says was refused.
    var refusesSource = false
    /// Whether a source has no flags, since it can't be used and never could.
    var lacksSomething = false

    init(former: RevisionContent, aside: [SourceUnit: String] = [:]) {
        self.former = former
        self.aside = aside
    }

    /// The sources of flags that stand aside.
    var asideOfFlags: [SourceUnit: String] {
        aside.filter { unit, _ in if case .flags = unit { true } else { false } }
    }

    /// The documents by the names that their places have.
    var documents: [String: [UInt8]] { contents.mapValues(\.text.bytes) }

    /// What sources say, for a revision.
    var texts: [String: SourceText] { contents.mapValues(\.text) }

    /// What sources said when all of it was good, where it is not now.
    var wholes: [String: SourceText] {
        var wholes: [String: SourceText] = [:]
        for (name, content) in contents where !content.isWhole {
            wholes[name] = former.wholes[name] ?? former.flags[name].flatMap { $0 == content.text ? nil : $0 }
        }
        return wholes
    }

    /// What counts in the place of what a source says; nil where it does not stand aside, or not any more.
    mutating func text(countingFor text: SourceText, of name: String) -> SourceText? {
        let unit = SourceUnit.flags(name)
        guard let digest = aside[unit] else { return nil }
        if digest == [text].digest, let counting = former.flags[name] { return counting }
        aside[unit] = nil
        return nil
    }

    mutating func add(_ content: Content, of name: String) {
        places[name] = sets.count
        sets.append(content.set)
        contents[name] = content
    }

    mutating func tell(_ severity: Diagnostic.Severity, _ name: String, _ message: String) {
        diagnostics.append(Diagnostics([Diagnostic(severity, file: name, message: message)]))
    }
}
