@_spi(Hosting) import FeatureKit
import FlagEngine

extension FlagReader {
    /// How many sources one document names, those between them included that are its own flags.
    static let mostSources = 100

    private static let sourceKeys = ["file", "url", "every", "timeout", "bucketing"]
    private static let usualInterval = Duration.seconds(30)
    private static let usualTimeout = Duration.seconds(10)
    private static let intervals = Duration.seconds(1) ... .seconds(86_400)
    private static let timeouts = Duration.milliseconds(100) ... .seconds(60)

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
            if max(sources.count, named) > Self.mostSources { add(.tooManySources(most: Self.mostSources), at: entry.keyMark) }
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
        guard let end = text.firstRange(of: "://")?.lowerBound else {
            return .file(path: origin.absolute(text), bucketing: nil)
        }
        guard Self.isWebScheme(text[..<end]) else {
            add(.otherScheme(text), at: mark)
            return nil
        }
        return .url(text, every: Self.usualInterval, timeout: Self.usualTimeout, bucketing: nil)
    }

    private mutating func source(_ entries: [Node.Entry], at mark: Mark, origin: Origin) -> FlagSource? {
        checkKeys(entries, known: Self.sourceKeys + ["key"])
        let bucketing = entries["bucketing"].flatMap { self.bucketing($0) }
        let every = duration(entries["every"], in: Self.intervals) ?? Self.usualInterval
        let timeout = duration(entries["timeout"], in: Self.timeouts) ?? Self.usualTimeout
        switch (entries["file"], entries["url"]) {
        case (nil, nil):
            add(.wrongKind(.source, found: Node(content: .mapping(entries), mark: mark)), at: mark)
        case (.some, let url?): add(.together("file", "url"), at: url.keyMark)
        case (let file?, nil):
            for entry in [entries["every"], entries["timeout"]].compactMap({ $0 }) {
                add(.onlyOfAddresses(entry.key), at: entry.keyMark)
            }
            guard let path = text(file) else { return nil }
            if path.isEmpty { wrong(file, .text) }
            return .file(path: origin.absolute(path), bucketing: bucketing)
        case (nil, let url?):
            guard let address = text(url) else { return nil }
            guard let end = address.firstRange(of: "://")?.lowerBound, Self.isWebScheme(address[..<end]) else {
                add(.otherScheme(address), at: url.mark)
                return nil
            }
            return .url(address, every: every, timeout: timeout, bucketing: bucketing)
        }
        return nil
    }

    private static func isWebScheme(_ scheme: Substring) -> Bool { ["http", "https"].contains(scheme.lowercased()) }

    private mutating func duration(_ entry: Node.Entry?, in range: ClosedRange<Duration>) -> Duration? {
        guard let entry, let text = text(entry, as: .duration) else { return nil }
        guard let duration = DurationText.parse(text) else {
            wrong(entry, .duration)
            return nil
        }
        if !range.contains(duration) { add(.durationOutOfBounds(text, range), at: entry.mark) }
        return duration
    }
}
