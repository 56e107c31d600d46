@_spi(Hosting) import FeatureKit

/// How much a feature may keep.
package struct StoreBounds: Sendable, Equatable {
    /// How many documents.
    package let documents: Int
    /// How many bytes of documents and blobs.
    package let bytes: Int

    package init(documents: Int = StoreLimits.documents, bytes: Int = StoreLimits.bytes) {
        self.documents = documents
        self.bytes = bytes
    }
}

/// The section `store` of a feature: what it may hold, and the check of what its Shape can't say.
enum StoreSection {
    static let name = "store"

    static let shape = Shape.object([
        Field(
            "documents", .integer(in: 0...1_000_000_000), "How many documents it may keep.",
            default: .integer(Int64(StoreLimits.documents))),
        Field(
            "bytes", .text(), "How many bytes it may keep, such as 200MiB.",
            default: .text(SizeText.print(StoreLimits.bytes))),
    ])

    /// The section of a feature that has been checked.
    static func bounds(_ section: Value?) -> StoreBounds {
        guard case .integer(let documents)? = section?["documents"], case .text(let bytes)? = section?["bytes"],
            let bytes = SizeText.parse(bytes)
        else { return StoreBounds() }
        return StoreBounds(documents: Int(documents), bytes: bytes)
    }

    /// What is wrong with the size in a section; nil where nothing is, or the Shape says so already.
    static func problem(in section: Value?) -> Problem? {
        guard case .text(let text)? = section?["bytes"], !TextRule.size.allows(text) else { return nil }
        return .badText(.size, text)
    }

    /// The section with a plain number of bytes, as JSON has it, written as a text.
    static func writingBytes(in feature: Value) -> Value {
        feature.changing([name, "bytes"]) { written in
            if case .integer(let bytes) = written { .text("\(bytes)") } else { written }
        }
    }

    /// The JSON Schema of a feature's section, where a plain number of bytes may stand.
    static func allowingPlainBytes(in section: Value) -> Value {
        section.changing(["properties", name, "properties", "bytes"]) { bytes in
            guard case .object(var members) = bytes else { return bytes }
            members["type"] = ["string", "integer"]
            members["pattern"] = .text(SizeText.pattern)
            members["minimum"] = 0
            for key in ["minLength", "maxLength"] { members[key] = nil }
            return .object(members)
        }
    }
}
