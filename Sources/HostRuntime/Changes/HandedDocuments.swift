@_spi(Hosting) internal import FeatureKit
package import HostConfig
internal import JSON

/// The body with which several configuration files of a folder are sent to a host at once.
package enum HandedDocuments {
    /// The media type of the body.
    package static let type = "application/vnd.flagstand.documents+json"

    /// The body; nil if a file is not text.
    package static func body(_ texts: [SourceText]) -> [UInt8]? {
        var list: [Value] = []
        for text in texts {
            guard let written = String(validating: text.bytes, as: UTF8.self) else { return nil }
            list.append(["name": .text(text.name), "text": .text(written)])
        }
        return Array(Value.object(["documents": .list(list)]).json.utf8)
    }

    /// The files of a body, the weakest first; nil if it is not such a body.
    package static func read(_ body: [UInt8]) -> [SourceText]? {
        var limits = JSONLimits()
        limits.bytes = ReadingLimits.standard.bytes
        guard let value = try? Value(json: body, limits: limits), case .object(let members) = value,
            members.names == ["documents"], case .list(let list)? = members["documents"],
            (1...LocalSource.mostFiles).contains(list.count)
        else { return nil }
        var texts: [SourceText] = []
        for element in list {
            guard case .object(let document) = element, document.count == 2,
                case .text(let name)? = document["name"], case .text(let text)? = document["text"],
                (1...Self.longestName).contains(name.unicodeScalars.count)
            else { return nil }
            texts.append(SourceText(name: name, bytes: Array(text.utf8)))
        }
        return texts
    }

    private static let longestName = 1_024
}
