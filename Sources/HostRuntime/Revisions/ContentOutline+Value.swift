@_spi(Hosting) internal import FeatureKit

/// The list of a revision's texts, as a blob holds it.
extension ContentOutline.Documents {
    private static let version: Int64 = 1

    var value: Value {
        [
            "version": .integer(Self.version), "local": .list(local.map(\.value)),
            "remote": remote?.value ?? .null, "retained": retained?.value ?? .null,
            "flags": .object(Members(flags.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) })),
            "wholes": .object(Members(wholes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) })),
        ]
    }

    /// Reads what `value` wrote; nil if another version of the host wrote it.
    init?(_ value: Value) {
        guard value["version"] == .integer(Self.version),
            case .list(let local) = value["local"], case .object(let flags) = value["flags"],
            case .object(let wholes) = value["wholes"],
            let remote = value["remote"], let retained = value["retained"]
        else { return nil }
        for value in local {
            guard let text = ContentOutline.Text(value) else { return nil }
            self.local.append(text)
        }
        for (name, value) in flags {
            guard let text = ContentOutline.Text(value) else { return nil }
            self.flags[name] = text
        }
        for (name, value) in wholes {
            guard let text = ContentOutline.Text(value) else { return nil }
            self.wholes[name] = text
        }
        self.remote = ContentOutline.Text(remote)
        self.retained = ContentOutline.Text(retained)
        guard self.remote != nil || remote == .null, self.retained != nil || retained == .null else { return nil }
    }
}

extension ContentOutline.Text {
    fileprivate var value: Value {
        [
            "name": .text(name), "type": contentType.map { .text($0) } ?? .null, "digest": .text(digest),
            "bytes": .integer(Int64(count)),
        ]
    }

    fileprivate init?(_ value: Value) {
        guard case .text(let name) = value["name"], case .text(let digest) = value["digest"],
            case .integer(let count) = value["bytes"], (0...Int64(BlobFolder.mostBytes)).contains(count)
        else { return nil }
        var contentType: String?
        if case .text(let type) = value["type"] { contentType = type }
        self.init(name: name, contentType: contentType, digest: digest, count: Int(count))
    }
}
