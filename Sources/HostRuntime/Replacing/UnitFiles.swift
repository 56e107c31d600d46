@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostSystem

/// The files of a unit, read whole: its manifest, its library, the packed form of that, its scenarios.
struct UnitFiles {
    /// How many files there may be, how deep they may lie, and how many bytes they may have beside the library.
    static let mostFiles = 1_000
    static let mostDepth = 8
    static let mostBytes = 64 * 1024 * 1024
    /// The folder of scenarios, the only one that belongs to a unit.
    static let scenarios = "Scenarios"

    /// The bytes by their paths in the unit.
    private(set) var files: [String: [UInt8]] = [:]
    private var room = Self.mostBytes

    /// Reads a unit; its library may be in another folder, where a build left it.
    init(_ unit: Unit) throws(UnitProblem) {
        let library: String
        do { library = try unit.library.get() } catch { throw .unusable("\(error)") }
        try add(Unit.manifestName, at: unit.manifest)
        do throws(LoadProblem.Fault) { files[Path.name(of: library)] = try LibraryFile.read(library) } catch {
            throw .unusable("\(LoadProblem(library, error))")
        }
        let packed = PackedLibrary.path(of: library)
        if Folder.hasFile(packed) { try add(Path.name(of: packed), at: packed) }
        let scenarios = Path.join(unit.folder, Self.scenarios)
        if Folder.exists(scenarios) { try add(in: scenarios, as: Self.scenarios, depth: 1) }
    }

    private mutating func add(in folder: String, as name: String, depth: Int) throws(UnitProblem) {
        guard depth <= Self.mostDepth else { throw .tooDeep(folder) }
        let names: [String]
        do throws(SystemError) { names = try Folder.names(in: folder, most: Self.mostFiles).names } catch {
            throw .unreadable(folder, "\(error)")
        }
        for inner in names {
            let path = Path.join(folder, inner)
            if Folder.exists(path) {
                try add(in: path, as: Path.join(name, inner), depth: depth + 1)
            } else {
                try add(Path.join(name, inner), at: path)
            }
        }
    }

    private mutating func add(_ name: String, at path: String) throws(UnitProblem) {
        guard files.count < Self.mostFiles else { throw .tooMany(limit: Self.mostFiles) }
        let bytes: [UInt8]
        do throws(SourceProblem) { bytes = try FileSource.read(path, most: room + 1) } catch {
            throw .unreadable(path, error.message)
        }
        guard bytes.count <= room else { throw .tooLarge(limit: Self.mostBytes) }
        room -= bytes.count
        files[name] = bytes
    }

    /// The digest of exactly these files.
    var digest: String {
        let lines = files.sorted { $0.key < $1.key }.map { name, bytes in
            // The length keeps apart names that would run together with what follows.
            "\(name.utf8.count) \(name) \(SHA256.hexDigest(of: bytes))\n"
        }
        return SHA256.hexDigest(of: Array(lines.joined().utf8))
    }
}
