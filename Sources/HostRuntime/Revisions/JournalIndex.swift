@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import JSON

/// The index of the journal: all of it but what blobs hold.
struct JournalIndex: Sendable {
    /// The version of the format, so that a newer file is not taken for this one.
    static let version: Int64 = 1

    /// The journal; the outlines of its revisions have no texts, and its history no allocations.
    var journal: Journal
    /// How splits divide people.
    var allocations: KeptValue

    /// Why a text is not an index.
    enum FormatProblem: Error, Equatable {
        case newer(version: Int64)
        case malformed(String)
    }
}

extension JournalIndex {
    /// The index as it is in the file.
    var value: Value {
        var members: Members = ["version": .integer(Self.version), "revisions": .list(journal.revisions.map(value))]
        for (name, value) in rest { members[name] = value }
        return .object(members)
    }

    /// The same as a text.
    ///
    /// - Parameter written: The text of revisions that were written before, by their numbers. Revisions never change,
    ///   and encoding two hundred again takes longer than the disk does.
    func text(reusing written: inout [Int: String]) -> String {
        var known: [Int: String] = [:]
        for revision in journal.revisions {
            known[revision.number] = written[revision.number] ?? value(of: revision).json
        }
        written = known
        let revisions = journal.revisions.compactMap { known[$0.number] }.joined(separator: ",")
        return "{\"version\":\(Self.version),\"revisions\":[\(revisions)]," + Value.object(rest).json.dropFirst() + "\n"
    }

    /// The members after the revisions.
    private var rest: Members {
        var members: Members = [
            "flagRevision": .integer(Int64(clamping: journal.history.revision)), "allocations": allocations.value,
        ]
        if !journal.aside.isEmpty { members["aside"] = .object(aside) }
        if !journal.locked.isEmpty { members["locked"] = .texts(journal.locked.sorted()) }
        if journal.lockedByDocuments != journal.locked {
            members["lockedByDocuments"] = .texts(journal.lockedByDocuments.sorted())
        }
        if let confirmation = journal.confirmation {
            members["confirmation"] = [
                "revision": .integer(Int64(confirmation.revision)), "formerly": .integer(Int64(confirmation.formerly)),
                "until": .text("\(confirmation.until)"),
            ]
        }
        return members
    }

    private func value(of revision: Revision) -> Value {
        let (kind, what, number) = revision.cause.words
        var members: Members = [
            "number": .integer(Int64(revision.number)), "at": .text("\(revision.at)"), "cause": .text(kind.rawValue),
        ]
        if let what { members["of"] = .text(what) }
        if let number { members["revision"] = .integer(Int64(number)) }
        if let author = revision.author {
            members["by"] = .object(author.written(as: "name"))
        }
        if let reason = revision.reason { members["reason"] = .text(reason) }
        members["summary"] = .text(revision.summary)
        members["hash"] = .text(revision.hash)
        if let outline = journal.outlines[revision.number] {
            members["documents"] = .text(outline.list)
            members["overrides"] = outline.overrides.value
        }
        return .object(members)
    }

    private var aside: Members {
        var (units, flags) = (Members(), Members())
        for (unit, digest) in journal.aside {
            switch unit {
            case .local: units["local"] = .text(digest)
            case .remote: units["remote"] = .text(digest)
            case .flags(let name): flags[name] = .text(digest)
            }
        }
        if !flags.isEmpty { units["flags"] = .object(flags) }
        return units
    }

    /// Reads what `value` wrote.
    init(_ value: Value) throws(FormatProblem) {
        if case .integer(let version) = value["version"], version != Self.version { throw .newer(version: version) }
        if let problem = Written.shape.problems(in: value).first { throw .malformed("\(problem)") }
        guard let written = try? value.decoded(codable: Written.self), let allocations = KeptValue(written.allocations)
        else { throw .malformed("can't be read") }
        journal = Journal()
        self.allocations = allocations
        for entry in written.revisions {
            guard let cause = Revision.Cause(entry) else {
                throw .malformed("can't be read: the cause of revision \(entry.number)")
            }
            guard entry.number > journal.last?.number ?? 0 else {
                throw .malformed("can't be read: revision \(entry.number) is not in its place")
            }
            journal.revisions.append(
                Revision(
                    number: entry.number, at: entry.at, author: entry.by?.author,
                    reason: entry.reason, cause: cause, hash: entry.hash, summary: entry.summary))
            if let list = entry.documents, let overrides = entry.overrides.flatMap(KeptValue.init(_:)) {
                journal.outlines[entry.number] = ContentOutline(list: list, documents: nil, overrides: overrides)
            }
        }
        journal.aside[.local] = written.aside?.local
        journal.aside[.remote] = written.aside?.remote
        for (name, digest) in written.aside?.flags ?? [:] { journal.aside[.flags(name)] = digest }
        journal.locked = Set(written.locked ?? [])
        journal.lockedByDocuments = written.lockedByDocuments.map(Set.init) ?? journal.locked
        journal.confirmation = written.confirmation.map {
            Confirmation(revision: $0.revision, formerly: $0.formerly, until: $0.until)
        }
        journal.history.revision = UInt64(clamping: written.flagRevision)
    }
}

// MARK: - Parts

extension KeptValue {
    fileprivate var value: Value {
        inside.map { ["value": $0] } ?? ["digest": .text(digest), "bytes": .integer(Int64(count))]
    }

    fileprivate init?(_ written: Written.Kept) {
        if let value = written.value {
            self.init(value)
        } else if let digest = written.digest, let count = written.bytes {
            self.init(digest: digest, count: count)
        } else {
            return nil
        }
    }
}

extension Revision.Cause {
    fileprivate enum Kind: String, CaseIterable, Codable {
        case start, document, flags, override, lapse, apply, rollback, goneBack
    }

    /// The parts of the cause as they are written.
    fileprivate var words: (kind: Kind, what: String?, revision: Int?) {
        switch self {
        case .start: (.start, nil, nil)
        case .document(let name): (.document, name, nil)
        case .flags(let name): (.flags, name, nil)
        case .override(let target): (.override, target, nil)
        case .lapse(let target): (.lapse, target, nil)
        case .apply(let name): (.apply, name, nil)
        case .rollback(let revision): (.rollback, nil, revision)
        case .goneBack(let revision): (.goneBack, nil, revision)
        }
    }

    fileprivate init?(_ written: Written.Entry) {
        switch (written.cause, written.of, written.revision) {
        case (.start, _, _): self = .start
        case (.document, let name?, _): self = .document(name)
        case (.flags, let name?, _): self = .flags(name)
        case (.override, let target?, _): self = .override(target)
        case (.lapse, let target?, _): self = .lapse(target)
        case (.apply, let name?, _): self = .apply(name)
        case (.rollback, _, let revision?): self = .rollback(to: revision)
        case (.goneBack, _, let revision?): self = .goneBack(from: revision)
        default: return nil
        }
    }
}

/// The index as it is written.
///
/// Reading has no limits of length: what was accepted once has to be readable.
private struct Written: Shaped, Codable {
    struct Kept: Shaped, Codable {
        let value: Value?
        let digest: String?
        let bytes: Int?

        static let shape = Shape.object([
            Field("value", .anything, "The data itself.", optional: true),
            Field("digest", .digest, "The name of the file in revisions/ that holds it.", optional: true),
            Field("bytes", .integer(in: 0...Int64(BlobFolder.mostBytes)), "How long that is.", optional: true),
        ])
    }

    struct Person: Shaped, Codable {
        let name: String
        let uid: UInt32?
        let token: String?
        let from: String?

        var author: Author { Author(name: name, uid: uid, token: token, from: from) }

        static let shape = Shape.object([Field("name", .anyText, "Who did it.")] + Author.writtenFields)
    }

    struct Entry: Shaped, Codable {
        let number: Int
        let at: Timestamp
        let cause: Revision.Cause.Kind
        let of: String?
        let revision: Int?
        let by: Person?
        let reason: String?
        let summary: String
        let hash: String
        let documents: String?
        let overrides: Kept?

        /// More than any host reaches, and still exact in a double.
        static let mostNumber: Int64 = 1 << 53

        static let shape = Shape.object([
            Field("number", .integer(in: 1...mostNumber), "The revision's number."),
            Field("at", .timestamp, "When it became active."),
            Field("cause", .choice(of: Revision.Cause.Kind.self), "What kind of thing brought it."),
            Field("of", .anyText, "What brought it: a document, a source, a target.", optional: true),
            Field("revision", .integer(), "Which revision it came of.", optional: true),
            Field("by", .of(Person.self), "Who did it, where that is known.", optional: true),
            Field("reason", .anyText, "Why, in their words.", optional: true),
            Field("summary", .anyText, "What changed with it, in a few words."),
            Field("hash", .digest, "The digest of its content."),
            Field("documents", .digest, "The name of the file in revisions/ that lists its documents.", optional: true),
            Field("overrides", .of(Kept.self), "The operators' overrides.", optional: true),
        ])
    }

    struct Aside: Shaped, Codable {
        let local: String?
        let remote: String?
        let flags: [String: String]?

        static let shape = Shape.object([
            Field("local", .anyText, "The digest of what the local layer says.", optional: true),
            Field("remote", .anyText, "The digest of what the remote document says.", optional: true),
            Field(
                "flags", .map(of: .anyText, count: 0 ... .max), "The digests of what sources of flags say, by name.",
                optional: true),
        ])
    }

    struct Waiting: Shaped, Codable {
        let revision: Int
        let formerly: Int
        let until: Timestamp

        static let shape = Shape.object([
            Field("revision", .integer(), "The revision that waits to be confirmed."),
            Field("formerly", .integer(), "The revision to return to otherwise."),
            Field("until", .timestamp, "How long it waits."),
        ])
    }

    let version: Int
    let revisions: [Entry]
    let flagRevision: Int
    let allocations: Kept
    let aside: Aside?
    let locked: [String]?
    let lockedByDocuments: [String]?
    let confirmation: Waiting?

    static let shape = Shape.object([
        Field("version", .integer(), "The form of the file."),
        Field("revisions", .list(of: .of(Entry.self), count: 0 ... .max), "The oldest first."),
        Field("flagRevision", .integer(in: 0 ... .max), "The greatest revision of the flags."),
        Field("allocations", .of(Kept.self), "How splits divide people."),
        Field("aside", .of(Aside.self), "The sources that are ignored.", optional: true),
        Field("locked", .list(of: .anyText, count: 0 ... .max), "The locked features that are on.", optional: true),
        Field(
            "lockedByDocuments", .list(of: .anyText, count: 0 ... .max),
            "Those that are on by the documents too; all of them where it does not stand here.", optional: true),
        Field("confirmation", .of(Waiting.self), "The revision that waits to be confirmed.", optional: true),
    ])
}

extension Shape {
    fileprivate static let anyText = Shape.text(length: 0 ... .max)
    fileprivate static let digest = Shape.text(length: 64...64)
}
