internal import FlagEngine
internal import HostConfig

/// The flags of all sources of a configuration, as they were read at one moment.
struct GatheredFlags: Sendable {
    /// The content of one source.
    struct Content: Sendable, Equatable {
        let text: SourceText
        var set: FlagSet
        /// Whether all flags are those of the text; false where flags with errors were replaced or left out.
        var isWhole = true
    }

    /// The active content until now.
    let previous: RevisionContent
    /// The last good flags of the configuration files themselves, with all flags that are active.
    var previousOwn: [FlagSet] = []
    /// The configuration files in which single flags have errors.
    private(set) var invalidOwn: Set<String> = []
    /// The flags that have errors; their last good content is active, or they are left out.
    private(set) var invalid: Set<String> = []
    /// The sources whose present content is ignored, with the digest of that content.
    private(set) var aside: [SourceUnit: String]
    /// The flags of each source, the weakest first.
    var sets: [FlagSet] = []
    /// The content by the source's name, without the flags of the configuration files themselves.
    var contents: [String: Content] = [:]
    var diagnostics = Diagnostics()
    /// The indexes in `sets`, by the source's name.
    var places: [String: Int] = [:]
    /// Whether the whole content of a source was refused.
    var refusesSource = false
    /// Whether a source has no flags, since it can't be used and never could.
    var lacksSomething = false

    init(previous: RevisionContent, aside: [SourceUnit: String] = [:]) {
        self.previous = previous
        self.aside = aside
    }

    /// The sources of flags whose present content is ignored.
    var asideOfFlags: [SourceUnit: String] { aside.filter { !$0.key.isDocument } }

    /// The bytes of the sources, by the names that diagnostics use.
    var documents: [String: [UInt8]] { contents.mapValues(\.text.bytes) }

    /// The texts of the sources, for a revision.
    var texts: [String: SourceText] { contents.mapValues(\.text) }

    /// The last texts without any errors of those sources that have errors now.
    var wholes: [String: SourceText] {
        var wholes: [String: SourceText] = [:]
        for (name, content) in contents where !content.isWhole {
            wholes[name] = previous.wholes[name] ?? previous.flags[name].flatMap { $0 == content.text ? nil : $0 }
        }
        for name in invalidOwn {
            wholes[name] = previous.wholes[name] ?? previous.layers.all.first { $0.name == name }
        }
        return wholes
    }

    /// The active text of a source whose present text is ignored; nil where the present text is to be used.
    mutating func text(countingFor text: SourceText, of name: String) -> SourceText? {
        let unit = SourceUnit.flags(name)
        guard let digest = aside[unit] else { return nil }
        if digest == [text].digest, let counting = previous.flags[name] { return counting }
        aside[unit] = nil
        return nil
    }

    mutating func add(_ content: Content, of name: String) {
        places[name] = sets.count
        sets.append(content.set)
        contents[name] = content
    }

    /// Replaces a flag of a configuration file itself by its last good definition, or removes it.
    mutating func replaceOwn(_ key: String, of source: String, isKept: Bool = true) -> Repair {
        let candidates = isKept ? previousOwn.filter { $0.source == source }.flatMap(\.flags) : []
        let kept = candidates.last { $0.key == key }
        let index = sets.lastIndex { $0.source == source }
        if index == nil { sets.append(FlagSet(source: source)) }
        let place = index ?? sets.count - 1
        sets[place].flags.removeAll { $0.key == key }
        if let kept { sets[place].flags.append(kept) }
        invalidOwn.insert(source)
        return kept == nil ? .leftOut(key) : .kept(key)
    }

    /// Adds a warning about what was done with a flag of a source.
    mutating func tell(_ repair: Repair, of name: String) {
        invalid.insert(repair.key)
        switch repair {
        case .kept(let key): tell(.warning, name, "the flag \"\(key)\" has errors; its last good content is active")
        case .leftOut(let key):
            tell(.warning, name, "the flag \"\(key)\" has errors and was never good; it is left out")
        }
    }

    mutating func tell(_ severity: Diagnostic.Severity, _ name: String, _ message: String) {
        diagnostics.append(Diagnostics([Diagnostic(severity, file: name, message: message)]))
    }
}
