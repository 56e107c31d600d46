@_spi(Hosting) import FeatureKit
import FlagEngine

extension FlagReader {
    /// How many sources one document names, those between them included that are its own flags.
    static let mostSources = 100

    private static let sourceKeys = ["file", "url", "bucketing"] + addressKeys

    /// Reads what a host's document says about flags: its own, and where more of them are.
    ///
    /// Its segments come first, where they are the weakest.
    ///
    /// - Parameter elsewhere: How many sources other documents name.
    mutating func sources(_ root: Node, origin: Origin, elsewhere: Int = 0) -> [FlagSource] {
        guard case .mapping(let written) = root.content else { return [] }
        let entries = written.droppingNulls()
        head(entries)
        var sources: [FlagSource] = []
        let segments = segments(entries)
        if !segments.isEmpty { sources.append(.inline(FlagSet(source: file, metadata: metadata, segments: segments))) }
        guard let entry = entries["flags"] else { return sources }
        switch entry.value.content {
        case .mapping(let flags):
            append(flags.compactMap { flag($0.key, at: $0.keyMark, $0.value) }, to: &sources)
        case .sequence(let nodes):
            var places: [String: Mark] = [:]
            for node in nodes { append(node, to: &sources, origin: origin, places: &places) }
            let named = elsewhere + sources.count { !$0.isInline }
            if max(sources.count, named) > Self.mostSources {
                add(.tooManySources(most: Self.mostSources), at: entry.keyMark)
            }
        case .scalar: wrong(entry, .sources)
        }
        return sources
    }

    private mutating func append(
        _ node: Node, to sources: inout [FlagSource], origin: Origin, places: inout [String: Mark]
    ) {
        if let text = node.writtenText {
            if text.isEmpty { add(.wrongKind(.source, found: node), at: node.mark) }
            if isRemote { add(.sourceInRemote, at: node.mark) }
            if let source = source(text, at: node.mark, origin: origin) { sources.append(source) }
            return
        }
        guard case .mapping(let entries) = node.content else {
            add(.wrongKind(.source, found: node), at: node.mark)
            return
        }
        if entries["key"] != nil {
            if let flag = listedFlag(entries, at: node.mark, places: &places) { append([flag], to: &sources) }
        } else if let source = source(entries, at: node.mark, origin: origin) {
            if isRemote { add(.sourceInRemote, at: node.mark) }
            sources.append(source)
        }
    }

    /// Adds flags of the document to the set before, or to a new one where another source lies between.
    private func append(_ flags: [FlagDefinition], to sources: inout [FlagSource]) {
        var set = FlagSet(source: file, metadata: metadata)
        if case .inline(let last)? = sources.last {
            set = last
            sources.removeLast()
        }
        set.flags += flags
        sources.append(.inline(set))
    }

    /// A source that is nothing but its file or address.
    private mutating func source(_ text: String, at mark: Mark, origin: Origin) -> FlagSource? {
        guard text.contains("://") else { return .file(path: origin.absolute(text), bucketing: nil) }
        let entry = Node.Entry(
            key: "url", keyMark: mark, value: Node(content: .scalar(Scalar(raw: text, style: .quoted)), mark: mark))
        return address(entry, [], origin: origin).map { .url($0, bucketing: nil) }
    }

    private mutating func source(_ entries: [Node.Entry], at mark: Mark, origin: Origin) -> FlagSource? {
        checkKeys(entries, known: Self.sourceKeys + ["key"])
        let bucketing = entries["bucketing"].flatMap { self.bucketing($0) }
        switch (entries["file"], entries["url"]) {
        case (nil, nil):
            add(.wrongKind(.source, found: Node(content: .mapping(entries), mark: mark)), at: mark)
        case (.some, let url?): add(.together("file", "url"), at: url.keyMark)
        case (let file?, nil):
            for entry in Self.addressKeys.compactMap({ entries[$0] }) {
                add(.onlyOfAddresses(entry.key), at: entry.keyMark)
            }
            guard let path = text(file) else { return nil }
            if path.isEmpty { wrong(file, .text) }
            return .file(path: origin.absolute(path), bucketing: bucketing)
        case (nil, let url?):
            return address(url, entries, origin: origin).map { .url($0, bucketing: bucketing) }
        }
        return nil
    }
}
