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
    /// What the documents' own flags said when they were good last, and what all said that counts.
    var ownFormerly: [FlagSet] = []
    /// The documents of which single flags have errors.
    private(set) var spoiltOwn: Set<String> = []
    /// The flags that have errors; they go on as they were, or are left out.
    private(set) var spoilt: Set<String> = []
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
    var asideOfFlags: [SourceUnit: String] { aside.filter { !$0.key.isDocument } }

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
        for name in spoiltOwn {
            wholes[name] = former.wholes[name] ?? former.layers.all.first { $0.name == name }
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

    /// Puts what a document's own flag said when it was good last in the place of what it says, or nothing.
    mutating func replaceOwn(_ key: String, of source: String, isKept: Bool = true) -> Mending {
        let formerly = isKept ? ownFormerly.filter { $0.source == source }.flatMap(\.flags) : []
        let former = formerly.last { $0.key == key }
        let index = sets.lastIndex { $0.source == source }
        if index == nil { sets.append(FlagSet(source: source)) }
        let place = index ?? sets.count - 1
        sets[place].flags.removeAll { $0.key == key }
        if let former { sets[place].flags.append(former) }
        spoiltOwn.insert(source)
        return former == nil ? .leftOut(key) : .kept(key)
    }

    /// Says what was done about a flag of a source.
    mutating func tell(_ mending: Mending, of name: String) {
        spoilt.insert(mending.key)
        switch mending {
        case .kept(let key): tell(.warning, name, "the flag \"\(key)\" has errors; its last good content is active")
        case .leftOut(let key):
            tell(.warning, name, "the flag \"\(key)\" has errors and was never good; it is left out")
        }
    }

    mutating func tell(_ severity: Diagnostic.Severity, _ name: String, _ message: String) {
        diagnostics.append(Diagnostics([Diagnostic(severity, file: name, message: message)]))
    }
}
