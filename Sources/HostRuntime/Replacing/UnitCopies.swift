@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostSystem

/// The copies of units that modules were replaced by: `<state>/units/<id>/<sha256>/`.
///
/// A copy is there as a whole or not at all, and is never changed; its name is the digest of its files.
package final class UnitCopies: Sendable {
    /// The folder's name in the state folder.
    static let folderName = "units"
    /// How many names are read when copies are removed; the rest is removed the next time.
    private static let mostKept = 1_000

    private let folder: String
    private let finder: UnitFinder
    private let disk: any Disk
    /// The identity of the library of each copy that proved whole, by its folder.
    private let proven = Lock<[String: FileIdentity]>([:])

    /// Keeps copies in a host's state folder.
    package init(state folder: String, finder: UnitFinder, disk: any Disk = LocalDisk()) {
        self.folder = Path.join(folder, Self.folderName)
        self.finder = finder
        self.disk = disk
    }

    /// The folder of a copy, whether or not it exists.
    func place(of name: UnitName, _ id: String) -> String { Path.join(Path.join(folder, id), name.digest) }

    // MARK: - Taking

    /// Copies the unit in a folder; the copy is on disk when this returns.
    func take(_ place: String, of id: String) async throws(UnitProblem) -> UnitName {
        try await onThread { () throws(UnitProblem) in try self.copy(place, of: id) }
    }

    private func copy(_ place: String, of id: String) throws(UnitProblem) -> UnitName {
        guard Folder.hasFile(Path.join(place, Unit.manifestName)), let unit = finder.find(in: [place]).units.first
        else { throw .noUnit(place) }
        let unitFiles = try UnitFiles(unit)
        let origin = Origin(name: unit.manifest, folder: unit.folder)
        let checked = Manifest.read(unitFiles.files[Unit.manifestName] ?? [], origin: origin)
        guard let manifest = checked.content else { throw .unusable(checked.diagnostics.text) }
        guard manifest.id == id else { throw .otherFeature(manifest.id, wanted: id) }
        let name = UnitName(version: manifest.version, digest: unitFiles.digest)
        if (try? check(name, id)) != nil { return name }
        let target = self.place(of: name, id)
        do throws(SystemError) { try write(unitFiles.files, to: target) } catch {
            throw .notCopied(target, "\(error)")
        }
        return name
    }

    private func write(_ files: [String: [UInt8]], to target: String) throws(SystemError) {
        let parent = Path.folder(of: target)
        if try disk.makeFolder(folder) { try disk.sync(folder: Path.folder(of: folder)) }
        if try disk.makeFolder(parent) { try disk.sync(folder: folder) }
        // A hidden name, so that nobody takes it for a copy.
        let new = Path.join(parent, ".\(Path.name(of: target)).new")
        remove(new)
        do throws(SystemError) {
            var folders: Set<String> = [new]
            _ = try disk.makeFolder(new)
            for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
                var inner = new
                for part in name.split(separator: "/").dropLast() {
                    inner = Path.join(inner, String(part))
                    if folders.insert(inner).inserted { _ = try disk.makeFolder(inner) }
                }
                try disk.write(bytes, to: Path.join(new, name))
            }
            for folder in folders.sorted(by: >) { try disk.sync(folder: folder) }
            remove(target)
            try disk.rename(new, to: target)
            try disk.sync(folder: parent)
        } catch {
            remove(new)
            throw error
        }
    }

    // MARK: - Using

    /// The folder of a copy that is still whole.
    func whole(_ name: UnitName, _ id: String) async throws(UnitProblem) -> String {
        try await onThread { () throws(UnitProblem) in
            try self.check(name, id)
            return self.place(of: name, id)
        }
    }

    private func check(_ name: UnitName, _ id: String) throws(UnitProblem) {
        let place = place(of: name, id)
        guard Folder.exists(place) else { throw .missing(place) }
        guard let unit = finder.find(in: [place]).units.first, case .success(let library) = unit.library,
            Path.folder(of: library) == place
        else { throw .damaged(place) }
        // Libraries are large, so one that was not written to since is not read again.
        let identity = try? FileIdentity(at: library)
        if let identity, proven.withLock({ $0[place] }) == identity { return }
        guard let files = try? UnitFiles(unit), files.digest == name.digest else { throw .damaged(place) }
        proven.withLock { $0[place] = identity }
    }

    /// Removes all copies but these.
    func removeOthers(but kept: [String: Set<String>]) async {
        try? await onThread { () throws(UnitProblem) in
            for id in (try? Folder.names(in: self.folder, most: Self.mostKept).names) ?? [] {
                let inner = Path.join(self.folder, id)
                let kept = kept[id] ?? []
                let found = try? FolderNames.read(inner, most: Self.mostKept) { $0 != "." && $0 != ".." }
                for name in found?.names ?? [] where !kept.contains(name) { self.remove(Path.join(inner, name)) }
                if kept.isEmpty { unsafe rmdir(inner) }
            }
        }
    }

    /// Removes a folder with all that is in it; what can't be removed is tried again the next time.
    private func remove(_ path: String, depth: Int = 0) {
        guard depth <= UnitFiles.mostDepth + 1, Folder.exists(path) else { return }
        proven.withLock { $0[path] = nil }
        let found = try? FolderNames.read(path, most: UnitFiles.mostFiles + 1) { $0 != "." && $0 != ".." }
        for name in found?.names ?? [] {
            let inner = Path.join(path, name)
            if unsafe unlink(inner) != 0 { remove(inner, depth: depth + 1) }
        }
        unsafe rmdir(path)
    }

    /// Runs `body` on a thread of its own, since it blocks while the disk works.
    private func onThread<Found: Sendable>(
        _ body: @escaping @Sendable () throws(UnitProblem) -> Found
    ) async throws(UnitProblem) -> Found {
        let outcome: Result<Found, UnitProblem>
        do throws(SystemError) {
            outcome = try await OwnedThread.run("units") { Result { () throws(UnitProblem) in try body() } }
        } catch { throw .unreadable(folder, "\(error)") }
        return try outcome.get()
    }
}
