import FeatureKit

/// One of a host's configuration files, as it was read, and its layer.
struct LayeredText: Sendable {
    /// The keys that only a local file may have: they load code, listen, grant access or name another file.
    static let localKeys = ["plugins", "http", "access", "remote"]
    /// The keys that apply to the flags of their own file alone and are never merged part by part.
    static let flagKeys = ["flags", "segments", "bucketing", "metadata", "$evaluators"]

    private static let shape = Shape.map(of: .anything)

    let layer: Layer
    let text: DocumentText
    /// What was read.
    let source: SourceText

    init(_ text: SourceText, layer: Layer, folder: String) {
        source = text
        let origin = Origin(name: text.name, folder: folder)
        self.layer = layer
        self.text = DocumentText(
            text.bytes, origin: origin, language: DocumentLanguage(of: origin, contentType: text.contentType))
    }

    /// What it says of the host itself, for merging with others; marks say which of the texts it comes from.
    ///
    /// - Parameter findings: What was found while it was read, and what it may not say.
    func sections(asText index: Int, findings: inout Findings) -> Node {
        let nothing = Node(content: .mapping([]), mark: Mark.start.inText(index))
        findings.append(text.findings, inText: index)
        guard let root = text.root else { return nothing }
        guard !text.isBlank else {
            findings.add(Finding(.blank, at: nil).inText(index))
            return nothing
        }
        guard case .mapping(let entries) = root.content else {
            var own = Findings()
            own.add(Self.shape.problems(in: root.value), in: root, outline: Outline(Self.shape))
            findings.append(own, inText: index)
            return nothing
        }
        var kept: [Node.Entry] = []
        for entry in entries where !Self.flagKeys.contains(entry.key) {
            guard layer == .remote, Self.localKeys.contains(entry.key) else {
                kept.append(entry)
                continue
            }
            if entry.value.isNull { continue }
            findings.add(Finding(.localKey(entry.key), at: entry.keyMark).inText(index))
        }
        let sections = Node(content: .mapping(kept), mark: root.mark)
        return index == 0 ? sections : sections.inText(index)
    }

    /// Whether all that it says is known, so that what is not there is really missing.
    var isReadable: Bool {
        guard case .mapping? = text.root?.content else { return false }
        return !text.isBlank
    }
}

extension Node {
    /// The same, as a part of another text.
    func inText(_ text: Int) -> Node {
        let content: Content =
            switch content {
            case .scalar: content
            case .sequence(let nodes): .sequence(nodes.map { $0.inText(text) })
            case .mapping(let entries):
                .mapping(
                    entries.map {
                        Entry(key: $0.key, keyMark: $0.keyMark.inText(text), value: $0.value.inText(text))
                    })
            }
        return Node(content: content, mark: mark.inText(text))
    }
}
