import FeatureKit

/// The sizes in a feature's section, which JSON has as plain numbers of bytes.
enum PlainSizes {
    private static let paths = [
        [StoreSection.name, StoreSection.bytesName], [WorkerSection.name, WorkerSection.memoryName],
    ]

    /// The section with plain numbers of bytes written as texts.
    static func written(in feature: Value) -> Value {
        paths.reduce(feature) { feature, path in
            feature.changing(path[...]) { written in
                if case .integer(let bytes) = written { .text("\(bytes)") } else { written }
            }
        }
    }

    /// The JSON Schema of a feature's section, where plain numbers of bytes may stand.
    static func allowed(in section: Value) -> Value {
        paths.reduce(section) { section, path in
            let steps = path.flatMap { ["properties", $0] }
            return section.changing(steps[...]) { bytes in
                guard case .object(var members) = bytes else { return bytes }
                members["type"] = ["string", "integer"]
                members["pattern"] = .text(SizeText.pattern)
                members["minimum"] = 0
                for key in ["minLength", "maxLength"] { members[key] = nil }
                return .object(members)
            }
        }
    }
}
