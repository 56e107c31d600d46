package import FeatureKit
internal import HostConfig
internal import WebClient

extension RevisionContent {
    /// What two revisions are compared by: the merged configuration files, each source of flags, and the overrides.
    package var comparable: Value {
        var members = Members()
        if case .object(let merged) = HostDocument(layers, folder: "/").merged { members = merged }
        // The addresses get another key, since the content of the sources takes theirs.
        members["addresses"] = members["sources"]
        members["sources"] = nil
        let sources = flags.sorted { $0.key < $1.key }.map { (ShownAddress.of($0.key), $0.value.value ?? .null) }
        if !sources.isEmpty { members["sources"] = .object(Members(sources)) }
        if case .object(let all) = overrides, !all.isEmpty { members["overrides"] = overrides }
        return .object(members)
    }

    /// The whole content in its original text.
    package var value: Value {
        var layers = self.layers.local.map { Self.text($0, of: .local) }
        if let remote = self.layers.remote { layers.append(Self.text(remote, of: .remote)) }
        if let retained = self.layers.retained { layers.append(Self.text(retained, of: .retained)) }
        return [
            "layers": .list(layers),
            "flags": .list(
                flags.sorted { $0.key < $1.key }.map { name, text in
                    ["name": .text(ShownAddress.of(name)), "text": .text(String(decoding: text.bytes, as: UTF8.self))]
                }), "overrides": overrides,
        ]
    }

    private static func text(_ text: SourceText, of layer: Layer) -> Value {
        [
            "layer": .text(layer.rawValue), "name": .text(text.name),
            "text": .text(String(decoding: text.bytes, as: UTF8.self)),
        ]
    }
}
