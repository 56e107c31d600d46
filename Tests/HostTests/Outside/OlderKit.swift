import FeatureKit
import Foundation
import Testing

/// The kit as a minor version before this one might have been: what is removed here was added since.
enum OlderKit {
    /// A text that one of the kit's files holds once.
    private struct Addition {
        let file: String
        let text: String
    }

    private static let additions = [
        // A field in the middle of what every feature keeps.
        Addition(
            file: "Sources/FeatureKit/Feature/FeatureContext.swift",
            text: """
                    /// The feature's flags.
                    public let flags: Flags

                """),
        Addition(file: "Sources/FeatureKit/Feature/FeatureContext.swift", text: " flags: Flags,"),
        Addition(file: "Sources/FeatureKit/Feature/FeatureContext.swift", text: "        self.flags = flags\n"),
        Addition(
            file: "Sources/FeatureKit/Hosting/FeatureInstance.swift",
            text: """
                            flags: Flags(
                                entry.contracts, of: id, source: surroundings.flags,
                                onMisuse: { [flagMisuses] error in
                                    flagMisuses.withLock { if $0.count < Self.mostMisuses { $0.append(error) } }
                                }),
                """),
        // What features keep, without which a feature of kit 1.0 was built.
        Addition(
            file: "Sources/FeatureKit/Feature/FeatureContext.swift",
            text: """
                    /// The documents that the feature keeps.
                    public let store: Store
                    /// The blobs that the feature keeps beside its documents.
                    public let blobs: Blobs

                """),
        Addition(file: "Sources/FeatureKit/Feature/FeatureContext.swift", text: " store: StoreAccess,"),
        Addition(
            file: "Sources/FeatureKit/Feature/FeatureContext.swift",
            text: "        self.store = Store(access: store)\n        blobs = Blobs(access: store)\n"),
        Addition(file: "Sources/FeatureKit/Hosting/FeatureInstance.swift", text: " store: store,"),
        // A protocol that its features can't know of.
        Addition(
            file: "Sources/FeatureKit/Feature/Reconfigurable.swift",
            text: """
                public protocol Reconfigurable: Feature {
                    /// Takes new settings while it runs, or asks for a restart where it can't take them.
                    func reconfigure(_ settings: Settings) async throws -> Reconfiguration
                }

                """),
        Addition(
            file: "Sources/FeatureKit/Feature/FeatureEntry.swift",
            text: "        if let type = F.self as? any Reconfigurable.Type { return handOver(to: type) }\n"),
        Addition(
            file: "Sources/FeatureKit/Feature/FeatureEntry.swift",
            text: """
                    private static func handOver<F: Reconfigurable>(to type: F.Type) -> Reconfigure {
                        { feature, settings in
                            guard let feature = feature as? F else { return .restart }
                            return try await feature.reconfigure(Self.checked(Self.read(settings), of: F.self))
                        }
                    }

                """),
        // A member of a type that is copied by value, and fields of two that are not frozen.
        Addition(
            file: "Sources/FeatureKit/Bus/Message.swift",
            text: """
                    /// What led to it; nil where that is not known.
                    public var cause: Cause? { parcel.cause }

                """),
        // The tests test what is removed here, and there were no workers yet.
        Addition(
            file: "Package.swift",
            text: """
                        // What holds for features in a host holds for those in a worker: the same tests try both.
                        .testTarget(name: "FeatureKitTests", dependencies: ["FeatureKit", "FeatureWire"], swiftSettings: strict),
                        .testTarget(name: "FeatureWireTests", dependencies: ["FeatureWire", "FeatureKit"], swiftSettings: strict),
                        .testTarget(
                            name: "FeatureKitMacrosTests", dependencies: ["FeatureKitMacros", "FeatureKit"], exclude: ["Golden"],
                            swiftSettings: strict + [readsSyntax], linkerSettings: [linksSyntax]),

                """),
        Addition(
            file: "Package.swift",
            text: """
                        .target(name: "FeatureWire", dependencies: ["FeatureKit"], swiftSettings: strict),

                """),
        Addition(file: "Package.swift", text: ", \"FeatureWire\""),
    ]

    /// Every file of the older kit, by its path in the package.
    static func files(at place: SourceLocation = #_sourceLocation) throws -> [String: String] {
        let kit = "\(Built.tree)/Sources/FeatureKit"
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: kit) where isNeeded(path) {
            files[path] = try String(contentsOfFile: "\(kit)/\(path)", encoding: .utf8)
        }
        for addition in additions {
            let parts = try #require(files[addition.file], "the kit has no \(addition.file)", sourceLocation: place)
                .components(separatedBy: addition.text)
            try #require(
                parts.count == 2, "\(addition.file) has to hold this once: \(addition.text)", sourceLocation: place)
            files[addition.file] = parts.joined()
        }
        files["KIT_VERSION"] = "\(KitVersion.current.major).0\n"
        return files
    }

    private static func isNeeded(_ path: String) -> Bool {
        !path.hasPrefix("Tests/") && !path.hasPrefix("Sources/FeatureWire/")
            && [".swift", ".sh", "/KIT_VERSION"].contains { "/\(path)".hasSuffix($0) }
    }
}
