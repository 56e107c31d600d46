import FeatureKit
import FlagEngine

/// Reads what a document says about flags, in flagd's form and in that for people, and gathers what is wrong.
///
/// It goes on where something is wrong, so that all of it is told at once; what it makes of such a document is good for
/// nothing.
struct FlagReader {
    /// The names of the texts that its nodes come from.
    private let files: [String]
    /// Which of them it reads.
    let text: Int
    var findings: Findings
    /// What `$ref` may name.
    var evaluators: [String: Evaluator] = [:]
    /// How many parts references have repeated.
    var repeated = 0
    /// What counts for flags that say nothing about it.
    var bucketing = Bucketing.v2
    /// What is said of all flags of the document.
    var metadata = Members()
    /// The keys of flags with errors, which are left out, and how many errors those are.
    var invalid: [String] = []
    var errorsInFlags = 0
    /// Whether the document comes from an address, so that it names no others.
    var isRemote = false
    /// Where the secrets are that go with addresses; nil where none are read.
    var secrets: SecretStore?
    /// The flag that is being read.
    var flagKey: String?

    init(file: String, findings: Findings) { self.init(files: [file], text: 0, findings: findings) }

    init(files: [String], text: Int, findings: Findings) {
        self.files = files
        self.text = text
        self.findings = findings
    }

    /// The name of the text that it reads.
    var file: String { files[text] }

    func place(_ mark: Mark) -> FlagPlace {
        FlagPlace(file: files[located(mark).text], line: mark.line, column: mark.column)
    }

    /// The mark in the text that it reads, unless its node has been taken from another one.
    private func located(_ mark: Mark) -> Mark { mark.text == 0 ? mark.inText(text) : mark }

    mutating func add(
        _ mistake: FlagMistake, at mark: Mark, severity: Diagnostic.Severity = .error,
        notes: [(mark: Mark, remark: Remark)] = []
    ) {
        let located = notes.map { (self.located($0.mark), $0.remark) }
        var finding = Finding(.flag(mistake), at: self.located(mark), notes: located)
        finding.flag = flagKey
        switch severity {
        case .error: findings.add(finding)
        case .warning: findings.add(warning: finding)
        }
    }
}

// MARK: - Parts of all kinds

extension FlagReader {
    mutating func wrong(_ entry: Node.Entry, _ wanted: FlagMistake.Wanted) {
        add(.wrongKind(wanted, found: entry.value), at: entry.mark)
    }

    /// The entries of a mapping; nil, and told, where it is something else.
    mutating func mapping(_ entry: Node.Entry, as wanted: FlagMistake.Wanted = .mapping) -> [Node.Entry]? {
        if case .mapping(let entries) = entry.value.content { return entries }
        wrong(entry, wanted)
        return nil
    }

    /// The text of a scalar as its author wrote it; nil, and told, where it is something else.
    mutating func text(_ entry: Node.Entry, as wanted: FlagMistake.Wanted = .text) -> String? {
        if let raw = entry.value.writtenText { return raw }
        wrong(entry, wanted)
        return nil
    }

    mutating func truth(_ entry: Node.Entry) -> Bool? {
        if case .scalar(let scalar) = entry.value.content, case .boolean(let truth) = scalar.value { return truth }
        wrong(entry, .truth)
        return nil
    }

    /// The texts of a list, or one text alone.
    mutating func texts(_ entry: Node.Entry) -> [Placed<String>] {
        if let text = entry.value.writtenText { return [Placed(text, at: entry.value.mark)] }
        guard case .sequence(let nodes) = entry.value.content else {
            wrong(entry, .listOfTexts)
            return []
        }
        return nodes.compactMap { node in
            if let text = node.writtenText { return Placed(text, at: node.mark) }
            add(.wrongKind(.text, found: node), at: node.mark)
            return nil
        }
    }

    mutating func checkKeys(
        _ entries: [Node.Entry], known: [String], severity: Diagnostic.Severity = .error
    ) {
        for entry in entries where !known.contains(entry.key) {
            let mistake: FlagMistake =
                severity == .error ? .unknownKey(entry.key, known: known) : .ignoredKey(entry.key, known: known)
            add(mistake, at: entry.keyMark, severity: severity)
        }
    }
}

/// A part of a document and where it stands.
struct Placed<Content> {
    let content: Content
    let mark: Mark

    init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }
}

extension Node {
    /// The scalar's text as it was written; nil for nothing and for lists and mappings.
    var writtenText: String? {
        guard case .scalar(let scalar) = content, !scalar.isNull else { return nil }
        return scalar.raw
    }

    /// The core schema's value of everything in the node.
    var value: Value {
        switch content {
        case .scalar(let scalar): scalar.value
        case .sequence(let nodes): .list(nodes.map(\.value))
        case .mapping(let entries): .object(Members(entries.map { ($0.key, $0.value.value) }))
        }
    }
}

extension Node.Entry {
    /// Where to point for what is wrong with the value: at a scalar itself, at a list's or mapping's key.
    var mark: Mark { if case .scalar = value.content { value.mark } else { keyMark } }
}

extension [Node.Entry] {
    /// Those that hold something, or have a key of which nothing means something.
    func droppingNulls(where isDropped: (String) -> Bool = { _ in true }) -> [Node.Entry] {
        // Most mappings hold no nulls.
        guard contains(where: \.value.isNull) else { return self }
        return filter { !$0.value.isNull || !isDropped($0.key) }
    }

    /// The first entry of a key; a second one was told when the document was read.
    subscript(_ key: String) -> Node.Entry? { first { $0.key == key } }
}
