internal import Glibc
internal import HostConfig
internal import HostSystem

/// The folder in which a host keeps what outlives it, for itself alone.
///
/// Two locks keep others out: one on the file `lock`, which names its holder, and one on the folder itself, which
/// needs no room on a full disk. The host has both for as long as it keeps this; no child process inherits them.
package final class StateFolder: Sendable {
    /// Where it is; on a full disk perhaps not yet there.
    package let path: String
    /// What the operator should know although the host works.
    package let warnings: [StateProblem]
    private let locks: [Descriptor]

    /// Which folder a host uses: what it was told, what its service manager made for it, or one beside the document.
    package static func location(option: String?, environment: [String: String], document: String) -> String {
        // systemd puts colons between several folders; the first one is ours.
        let assigned = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        return option ?? assigned ?? Path.join(Path.folder(of: document), ".flagstand")
    }

    /// Makes the folder where it is missing, and locks it.
    package init(locking path: String) throws(StateProblem) {
        let isMade = try Self.ifThereIsRoom(path) { () throws(SystemError) in try Self.makeFolders(path) } != nil
        // Where there is no room for a folder, the one that it would lie in is locked.
        let place = isMade ? path : Self.nearestFolder(above: path)
        let folder = try Self.ifThereIsRoom(path) { () throws(SystemError) in
            try Descriptor { unsafe open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        let file = try Self.ifThereIsRoom(path) { () throws(SystemError) in
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
            return isMade ? try Descriptor { unsafe open(Path.join(path, "lock"), flags, 0o600) } : nil
        }.flatMap(\.self)

        let outcomes = [folder.map(StateLock.take(folder:)), file.map(StateLock.take(file:))].compactMap(\.self)
        guard !outcomes.contains(.refused) else { throw .inUse(path: path, pid: file.flatMap(StateLock.holder)) }
        // One is enough: some network file systems have no locks for folders.
        guard outcomes.contains(.held) else { throw .notWritable(path: path, because: SystemError(code: ENOLCK)) }

        self.path = path
        locks = [folder, file].compactMap(\.self)
        let openness = isMade ? folder.flatMap { try? FileIdentity(of: $0).access.mode } : nil
        warnings = [
            file == nil ? .diskFull(path: path) : nil,
            openness.flatMap { $0 & 0o022 == 0 ? nil : .writableByOthers(path: path, mode: $0) },
        ].compactMap(\.self)
    }

    /// Makes something on the disk; nil where the disk has no room for it.
    private static func ifThereIsRoom<Result>(
        _ path: String, _ call: () throws(SystemError) -> Result
    ) throws(StateProblem) -> Result? {
        do {
            return try call()
        } catch {
            switch error.code {
            case ENOSPC, EDQUOT: return nil
            case ENOTDIR: throw .notAFolder(path: path)
            default: throw .notWritable(path: path, because: error)
            }
        }
    }

    /// Makes a folder that only its owner enters, and whatever it is to lie in.
    private static func makeFolders(_ path: String) throws(SystemError) {
        func make() throws(SystemError) { try SystemError.check { unsafe mkdir(path, 0o700) } }
        do {
            try make()
        } catch {
            let parent = Path.folder(of: path)
            switch error.code {
            case EEXIST: return
            case ENOENT where parent != path && parent != ".":
                try makeFolders(parent)
                try make()
            default: throw error
            }
        }
    }

    private static func nearestFolder(above path: String) -> String {
        var folder = path
        repeat {
            folder = Path.folder(of: folder)
        } while unsafe access(folder, F_OK) != 0 && folder != "/" && folder != "."
        return folder
    }
}
