@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostSystem
internal import JSON

/// Reads the revisions that an earlier host left.
extension JournalStore {
    /// What was found at the start.
    package struct Found: Sendable {
        package var journal = Journal()
        /// The active content: that of the last revision, or of the newest one that can be read.
        package var content: RevisionContent?
        /// The number of the revision that `content` is from.
        package var revision: Int?
        /// What was wrong with the files, for the log.
        package var problems: [String] = []
    }

    /// A blob of a revision's content that can't be used.
    struct UnreadBlob: Error, CustomStringConvertible {
        let path: String
        /// Nil if it is not known which blob it would be.
        let digest: String?
        let fault: BlobFolder.Fault

        var description: String { "\(path): \(fault.inWords)" }
    }

    /// Reads the journal and the active content; damage to one revision leaves the others readable.
    package func read() -> Found {
        known.withLock { known in
            known = Known()
            let kept = index.read(Self.index)
            var found = Found()
            var problems = kept.problem.map { [JournalProblem.index($0)] } ?? []
            guard let index = kept.content else {
                found.problems = problems.map(\.description)
                return found
            }
            let names = blobs.names
            var check = Check(store: self, names: names)
            let journal = check.complete(index, &problems)
            found.journal = journal
            (found.revision, found.content) = check.newestContent(of: journal, &problems)
            if let last = journal.last, found.revision != last.number {
                // The overrides may be in the index itself, even if the texts are damaged.
                if let overrides = journal.outlines[last.number]?.overrides.inside {
                    found.content = found.content ?? RevisionContent()
                    found.content?.overrides = overrides
                }
            }
            check.lookAtTheRest(of: journal)
            problems += check.problems

            known.journal = journal
            known.allocations = index.allocations
            known.previous = kept.previous.map { check.blobs(of: $0) } ?? []
            // A damaged file could have named any of them, so then nothing is removed.
            if problems.isEmpty {
                blobs.remove(names.subtracting(known.previous).subtracting(journal.blobs(index.allocations)))
            }
            known.blobs = names.intersection(known.previous.union(journal.blobs(index.allocations)))
                .subtracting(check.faults.keys)
            found.problems = problems.map(\.description)
            return found
        }
    }

    /// The revisions that the index names, for commands that only read: nothing is moved or repaired.
    ///
    /// - Throws: What is wrong with the index, with the line and column if they are known.
    package func peek() throws(UnreadIndex) -> Journal {
        let bytes: [UInt8]
        do throws(SourceProblem) { bytes = try disk.read(path, most: DurableFile.mostBytes) } catch {
            throw UnreadIndex(path: path, what: error.message)
        }
        do { return try Self.index(Seal.content(of: bytes)).journal } catch let fault as Seal.Fault {
            // The content may say more than its checksum; the line break before it keeps the line numbers right.
            let content = bytes.drop { $0 != UInt8(ascii: "\n") }
            let more = Self.problem(in: Array(content)).map { ", and it can't be read: \($0)" } ?? ""
            throw UnreadIndex(path: path, what: DurableFileProblem.Fault.seal(fault).inWords + more)
        } catch let unfit as DurableFile.Unfit {
            throw UnreadIndex(path: path, what: unfit.what)
        } catch { throw UnreadIndex(path: path, what: "\(error)") }
    }

    /// Why `peek()` can't read the index.
    package struct UnreadIndex: Error, CustomStringConvertible {
        let path: String
        let what: String

        package var description: String { "\(path): \(what)" }
    }

    private static func problem(in content: [UInt8]) -> String? {
        do throws(DurableFile.Unfit) {
            _ = try index(content)
            return nil
        } catch { return error.what }
    }

    private static func index(_ bytes: [UInt8]) throws(DurableFile.Unfit) -> JournalIndex {
        do { return try JournalIndex(Value(json: bytes, limits: .none)) } catch let problem as JSONProblem {
            throw DurableFile.Unfit(what: "\(problem)")
        } catch JournalIndex.FormatProblem.newer(let version) {
            throw DurableFile.Unfit(what: "was written by a newer host (version \(version))")
        } catch JournalIndex.FormatProblem.malformed(let what) {
            throw DurableFile.Unfit(what: what)
        } catch { throw DurableFile.Unfit(what: "\(error)") }
    }

    /// Reads the content that an outline describes.
    func content(_ outline: ContentOutline?) throws(UnreadBlob) -> RevisionContent {
        guard let outline else { throw UnreadBlob(path: path, digest: nil, fault: .missing) }
        let documents = if let known = outline.documents { known } else { try list(outline.list) }
        func text(_ entry: ContentOutline.Text) throws(UnreadBlob) -> SourceText {
            SourceText(name: entry.name, bytes: try blob(entry.digest), contentType: entry.contentType)
        }
        var content = RevisionContent()
        for entry in documents.local { content.layers.local.append(try text(entry)) }
        if let entry = documents.remote { content.layers.remote = try text(entry) }
        if let entry = documents.retained { content.layers.retained = try text(entry) }
        for (name, entry) in documents.flags { content.flags[name] = try text(entry) }
        for (name, entry) in documents.wholes { content.wholes[name] = try text(entry) }
        content.overrides = try value(outline.overrides)
        return content
    }

    /// The list of a revision's texts.
    fileprivate func list(_ digest: String) throws(UnreadBlob) -> ContentOutline.Documents {
        guard let documents = ContentOutline.Documents(try value(KeptValue(digest: digest, count: 0))) else {
            throw unread(digest, .foreign)
        }
        return documents
    }

    fileprivate func value(_ kept: KeptValue) throws(UnreadBlob) -> Value {
        if let value = kept.inside { return value }
        let bytes = try blob(kept.digest)
        do throws(JSONProblem) { return try Value(json: bytes, limits: .none) } catch {
            throw unread(kept.digest, .foreign)
        }
    }

    fileprivate func blob(_ digest: String) throws(UnreadBlob) -> [UInt8] {
        do throws(BlobFolder.Fault) { return try blobs.read(digest) } catch { throw unread(digest, error) }
    }

    fileprivate func unread(_ digest: String, _ fault: BlobFolder.Fault) -> UnreadBlob {
        UnreadBlob(path: Path.join(blobs.path, digest), digest: digest, fault: fault)
    }
}

extension Journal {
    /// The names of all blobs that it is made of.
    func blobs(_ allocations: KeptValue) -> Set<String> {
        var blobs: Set<String> = []
        for outline in outlines.values {
            // Revisions that differ only in overrides have the same list.
            if outline.overrides.inside == nil { blobs.insert(outline.overrides.digest) }
            if blobs.insert(outline.list).inserted { blobs.formUnion(outline.documents?.texts.map(\.digest) ?? []) }
        }
        if allocations.inside == nil { blobs.insert(allocations.digest) }
        return blobs
    }
}

/// Finds out which parts of a journal can be read.
private struct Check {
    let store: JournalStore
    let names: Set<String>
    private(set) var faults: [String: BlobFolder.Fault] = [:]
    private var lists: [String: ContentOutline.Documents] = [:]
    private var sound: Set<String> = []
    /// The revisions that a damaged blob is a part of, by its digest.
    private var unreadable: [String: [Int]] = [:]
    /// The revisions of which nothing is known.
    private var empty: [Int] = []
    private var bytes = 0

    init(store: JournalStore, names: Set<String>) {
        self.store = store
        self.names = names
    }

    /// Completes the journal with what blobs hold of it.
    mutating func complete(_ index: JournalIndex, _ problems: inout [JournalProblem]) -> Journal {
        var journal = index.journal
        for (number, outline) in journal.outlines {
            let documents = list(outline.list)
            journal.outlines[number] = ContentOutline(
                list: outline.list, documents: documents, overrides: outline.overrides)
        }
        do throws(JournalStore.UnreadBlob) {
            var damages: [AllocationProblem] = []
            journal.history.allocations = Allocations(try store.value(index.allocations), problems: &damages)
            problems += damages.map { .allocation(path: store.path, $0) }
        } catch {
            note(error)
            problems.append(.allocations(path: error.path, error.fault))
        }
        return journal
    }

    private mutating func list(_ digest: String) -> ContentOutline.Documents? {
        if let known = lists[digest] { return known }
        guard faults[digest] == nil else { return nil }
        do throws(JournalStore.UnreadBlob) {
            let list = try store.list(digest)
            lists[digest] = list
            sound.insert(digest)
            return list
        } catch {
            note(error)
            return nil
        }
    }

    private mutating func note(_ unread: JournalStore.UnreadBlob) {
        if let digest = unread.digest { faults[digest] = unread.fault }
    }

    /// The blobs that an index names.
    mutating func blobs(of index: JournalIndex) -> Set<String> {
        var ignored: [JournalProblem] = []
        return complete(index, &ignored).blobs(index.allocations)
    }

    /// The content of the newest revision that can be read.
    mutating func newestContent(
        of journal: Journal, _ problems: inout [JournalProblem]
    ) -> (revision: Int?, content: RevisionContent?) {
        guard let last = journal.last?.number else { return (nil, nil) }
        for revision in journal.revisions.reversed() {
            let outline = journal.outlines[revision.number]
            // A blob that is known to be damaged is not read again for each revision that it is a part of.
            if let outline, outline.blobs.contains(where: { faults[$0.digest] != nil }) { continue }
            do throws(JournalStore.UnreadBlob) {
                let content = try store.content(outline)
                sound.formUnion(outline?.blobs.map(\.digest) ?? [])
                if revision.number != last {
                    problems.append(.lastIsLost(path: store.path, last: last, instead: revision.number))
                }
                return (revision.number, content)
            } catch { note(error) }
        }
        problems.append(.lastIsLost(path: store.path, last: last, instead: nil))
        return (nil, nil)
    }

    /// Checks the blobs of older revisions, the newest first, up to `JournalStore.mostCheckedBytes`.
    mutating func lookAtTheRest(of journal: Journal) {
        for revision in journal.revisions.reversed() {
            guard let outline = journal.outlines[revision.number] else {
                empty.append(revision.number)
                continue
            }
            for blob in outline.blobs {
                if !sound.contains(blob.digest), faults[blob.digest] == nil { look(at: blob.digest, blob.count) }
                if faults[blob.digest] != nil { unreadable[blob.digest, default: []].append(revision.number) }
            }
        }
    }

    private mutating func look(at digest: String, _ count: Int) {
        guard names.contains(digest) else { return faults[digest] = .missing }
        guard bytes + count <= JournalStore.mostCheckedBytes else { return }
        bytes += count
        do throws(BlobFolder.Fault) {
            _ = try store.blobs.read(digest)
            sound.insert(digest)
        } catch { faults[digest] = error }
    }

    /// The problems of blobs that revisions are made of.
    var problems: [JournalProblem] {
        let told = unreadable.sorted { ($0.value.max() ?? 0, $1.key) > ($1.value.max() ?? 0, $0.key) }
        var problems = told.prefix(JournalStore.mostTold).compactMap { digest, revisions in
            faults[digest].map { fault in
                JournalProblem.blob(
                    path: Path.join(store.blobs.path, digest), fault, revisions: Array(Set(revisions)).sorted())
            }
        }
        if told.count > problems.count { problems.append(.moreBlobs(told.count - problems.count)) }
        if !empty.isEmpty { problems.append(.noContent(path: store.path, revisions: empty.sorted())) }
        return problems
    }
}
