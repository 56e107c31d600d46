@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// What a revision holds, each text by its digest: equal contents have equal outlines, and equal texts are on disk only
/// once.
package struct ContentOutline: Sendable, Equatable {
    /// The text of a source.
    struct Text: Sendable, Equatable {
        let name: String
        let contentType: String?
        let digest: String
        let count: Int
    }

    /// The texts of all sources.
    struct Documents: Sendable, Equatable {
        var local: [Text] = []
        var remote: Text?
        var retained: Text?
        /// By the source's name.
        var flags: [String: Text] = [:]
        var wholes: [String: Text] = [:]

        /// All of them, in the order of `RevisionContent.texts`.
        var texts: [Text] {
            local + [remote, retained].compactMap(\.self) + flags.sorted { $0.key < $1.key }.map(\.value)
                + wholes.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The digest of the blob that lists the texts.
    let list: String
    /// What it lists; nil if it can't be read.
    let documents: Documents?
    let overrides: KeptValue

    /// The digest of the content: equal for equal content.
    package var hash: String { SHA256.hexDigest(of: Array("\(list) \(overrides.digest)".utf8)) }

    init(list: String, documents: Documents?, overrides: KeptValue) {
        self.list = list
        self.documents = documents
        self.overrides = overrides
    }

    /// The outline of a content.
    package init(_ content: RevisionContent) { self.init(content, TextDigests()) }

    init(_ content: RevisionContent, _ known: TextDigests) {
        var digests = known.digests(of: content.texts.map(\.bytes))[...]
        func outline(_ text: SourceText) -> Text {
            Text(
                name: text.name, contentType: text.contentType, digest: digests.popFirst() ?? "",
                count: text.bytes.count)
        }
        var documents = Documents()
        documents.local = content.layers.local.map(outline)
        documents.remote = content.layers.remote.map(outline)
        documents.retained = content.layers.retained.map(outline)
        for (name, text) in content.flags.inOrder { documents.flags[name] = outline(text) }
        for (name, text) in content.wholes.inOrder { documents.wholes[name] = outline(text) }
        self.init(
            list: SHA256.hexDigest(of: documents.value.keptBytes), documents: documents,
            overrides: KeptValue(content.overrides))
    }

    /// The blobs that it is made of, with their sizes, or 0 for the list.
    var blobs: [(digest: String, count: Int)] {
        var blobs = [(digest: list, count: 0)]
        for text in documents?.texts ?? [] { blobs.append((text.digest, text.count)) }
        if overrides.inside == nil { blobs.append((overrides.digest, overrides.count)) }
        return blobs
    }
}

extension RevisionContent {
    /// All its texts, in an order that depends on nothing else.
    var texts: [SourceText] { layers.all + flags.inOrder.map(\.value) + wholes.inOrder.map(\.value) }

    /// The bytes of its blobs, by their digests.
    func blobs(_ outline: ContentOutline) -> [String: [UInt8]] {
        guard let documents = outline.documents else { return [:] }
        var blobs = [outline.list: documents.value.keptBytes]
        for (text, entry) in zip(texts, documents.texts) { blobs[entry.digest] = text.bytes }
        if outline.overrides.inside == nil { blobs[outline.overrides.digest] = overrides.keptBytes }
        return blobs
    }
}

extension [String: SourceText] {
    fileprivate var inOrder: [(key: String, value: SourceText)] { sorted { $0.key < $1.key } }
}
