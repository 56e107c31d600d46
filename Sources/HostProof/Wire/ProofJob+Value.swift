package import FeatureKit
internal import HostConfig
internal import JSON

extension ProofJob {
    /// The job as it goes over the pipe.
    package var value: Value {
        var members: Members = [
            "feature": .text(feature), "folder": .text(folder), "cycles": .integer(Int64(cycles)),
            "done": .list(done.sorted().map(Value.text)),
        ]
        members["way"] = way.map { .text($0.rawValue) }
        members["filter"] = filter.map { .text($0) }
        members["preflight"] = preflight.map(\.value)
        return .object(members)
    }

    /// The job as one line, with its end.
    package var line: [UInt8] { Array((value.json + "\n").utf8) }

    /// Reads a line without its end; nil where it is something else.
    package init?(line: [UInt8]) {
        guard let value = try? Value(json: line, limits: .none) else { return nil }
        self.init(value)
    }

    /// Reads what `value` wrote; nil where it is something else.
    package init?(_ value: Value) {
        guard let feature = value["feature"]?.plainText, let folder = value["folder"]?.plainText,
            case .integer(let cycles)? = value["cycles"], case .list(let done)? = value["done"]
        else { return nil }
        var way: RunMode?
        if let word = value["way"] {
            guard let known = word.plainText.flatMap(RunMode.init) else { return nil }
            way = known
        }
        var preflight: Documents?
        if let written = value["preflight"] {
            guard let documents = Documents(written) else { return nil }
            preflight = documents
        }
        self.init(
            feature: feature, folder: folder, way: way, filter: value["filter"]?.plainText, cycles: Int(cycles),
            preflight: preflight, done: Set(done.compactMap(\.plainText)))
    }
}

extension ProofJob.Documents {
    fileprivate var value: Value {
        var members: Members = [
            "local": .list(layers.local.map(\.written)), "flags": .list(flags.values.map(\.written)),
            "folder": .text(folder), "overrides": overrides,
        ]
        members["remote"] = layers.remote.map(\.written)
        members["retained"] = layers.retained.map(\.written)
        return .object(members)
    }

    fileprivate init?(_ value: Value) {
        guard case .list(let local)? = value["local"], case .list(let flags)? = value["flags"],
            let folder = value["folder"]?.plainText, let overrides = value["overrides"]
        else { return nil }
        let layers = LayerTexts(
            local: local.compactMap(SourceText.init(written:)),
            remote: value["remote"].flatMap(SourceText.init(written:)),
            retained: value["retained"].flatMap(SourceText.init(written:)))
        let texts = flags.compactMap(SourceText.init(written:))
        guard layers.local.count == local.count, texts.count == flags.count else { return nil }
        self.init(
            layers: layers, flags: Dictionary(texts.map { ($0.name, $0) }) { $1 }, folder: folder,
            overrides: overrides)
    }
}

extension SourceText {
    /// What is no text stays what it is, so that the complaint about it is the same on the other side.
    fileprivate var written: Value {
        var members: Members = ["name": .text(name)]
        if let text = String(validating: bytes, as: UTF8.self) {
            members["text"] = .text(text)
        } else {
            members["bytes"] = .list(bytes.map { .integer(Int64($0)) })
        }
        members["type"] = contentType.map { .text($0) }
        return .object(members)
    }

    fileprivate init?(written: Value) {
        guard let name = written["name"]?.plainText else { return nil }
        let bytes: [UInt8]
        switch (written["text"], written["bytes"]) {
        case (.text(let text)?, nil): bytes = Array(text.utf8)
        case (nil, .list(let list)?):
            bytes = list.compactMap { if case .integer(let byte) = $0 { UInt8(exactly: byte) } else { nil } }
            guard bytes.count == list.count else { return nil }
        default: return nil
        }
        self.init(name: name, bytes: bytes, contentType: written["type"]?.plainText)
    }
}

extension Value {
    /// The text that it is, if it is one.
    var plainText: String? { if case .text(let text) = self { text } else { nil } }
}
