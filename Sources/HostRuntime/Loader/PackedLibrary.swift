@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) package import FeatureWire
internal import HostConfig
internal import HostSystem
internal import JSON

/// What `flagstand pack` wrote about a library: all that a host has to know of it without running its code.
///
/// It lies beside the library: `libLampFeature.so` has `libLampFeature.contracts.json`.
package struct PackedLibrary: Sendable, Equatable {
    /// The SHA-256 of the library's bytes.
    package let digest: String
    /// What it was built with.
    package let stamp: KitStamp
    /// The libraries it needs beyond the kit, Swift's runtime and the C library.
    package let links: [String]
    /// What its feature is made of.
    package let description: FeatureDescription

    /// The most bytes such a file may have.
    static let mostBytes = 4 * 1024 * 1024

    /// Where it lies.
    package static func path(of library: String) -> String {
        "\(library.hasSuffix(".so") ? String(library.dropLast(3)) : library).contracts.json"
    }

    package init(digest: String, stamp: KitStamp, links: [String], description: FeatureDescription) {
        self.digest = digest
        self.stamp = stamp
        self.links = links
        self.description = description
    }

    // MARK: - Writing

    /// The file's text.
    package var text: String {
        var data: Members = [
            "sha256": .text(digest), "kit": .text("\(stamp.kit)"), "swift": .text(stamp.compiler),
        ]
        for (name, value) in lasting { data[name] = value }
        return data.lines
    }

    /// The part that building again does not change: what a repository keeps as its golden file.
    package var golden: String { lasting.lines }

    private var lasting: Members {
        var data: Members = ["links": .texts(links)]
        for (name, value) in description.data { data[name] = value }
        return data
    }

    // MARK: - Reading

    /// Reads the file that belongs to a library; nil where there is none.
    ///
    /// - Parameter unit: The folder to be packed again, for the one who has to.
    package static func read(
        of library: String, unit: String
    ) throws(LoadProblem.Fault) -> PackedLibrary? {
        let path = path(of: library)
        guard Folder.hasFile(path) else { return nil }
        let bytes: [UInt8]
        do throws(SourceProblem) { bytes = try FileSource.read(path, most: mostBytes + 1) } catch {
            throw .packedUnreadable(error.message, unit: unit)
        }
        guard bytes.count <= mostBytes else { throw .packedUnreadable("it has more than 4 MiB", unit: unit) }
        return try PackedLibrary(bytes, unit: unit)
    }

    init(_ bytes: [UInt8], unit: String) throws(LoadProblem.Fault) {
        let data: Value
        do throws(JSONProblem) { data = try Value(json: bytes) } catch {
            throw .packedUnreadable("\(error)", unit: unit)
        }
        do throws(DescriptionError) { description = try FeatureDescription(data: data) } catch {
            throw .packedUnreadable("\(error)", unit: unit)
        }
        guard case .text(let digest) = data["sha256"], case .text(let kit) = data["kit"],
            let kit = KitVersion(kit), case .text(let compiler) = data["swift"], case .list(let links) = data["links"]
        else { throw .packedUnreadable("sha256, kit, swift or links is missing", unit: unit) }
        self.digest = digest
        stamp = KitStamp(kit: kit, compiler: compiler)
        self.links = links.compactMap { if case .text(let name) = $0 { name } else { nil } }
    }
}
