@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostSystem

/// A file in the host's state folder that is replaced atomically: a finished replacement survives a crash of the
/// process or the machine.
///
/// A checksum detects damage, and the previous file is kept as a fallback. Replacements must not overlap.
final class DurableFile: Sendable {
    /// How many bad files are kept.
    static let mostKeptAside = 9
    /// The most bytes of a file that are read.
    static let mostBytes = 32 * 1024 * 1024
    /// How many names of the folder are looked at for a free one.
    private static let mostNames = 4_096

    /// What was found at the start.
    struct Found<Content> {
        var content: Content?
        /// The content of the previous file, where it can be used.
        var previous: Content?
        var problem: DurableFileProblem?
    }

    /// What the bytes of a file can't be read as.
    struct Unfit: Error {
        let what: String
    }

    private let folder: String
    private let disk: any Disk
    private let stake: DurableFileProblem.Stake
    let path: String
    private var newPath: String { "\(path).new" }
    /// Whether the present file is known to be usable, and so is worth keeping as the previous one.
    private let isSound = Lock(false)

    /// A file in a folder that nobody else writes to.
    init(_ name: String, in folder: String, stake: DurableFileProblem.Stake, disk: any Disk = LocalDisk()) {
        self.folder = folder
        self.disk = disk
        self.stake = stake
        path = Path.join(folder, name)
    }

    /// The path of a file's previous version.
    static func previous(of path: String) -> String { "\(path).previous" }

    // MARK: - Reading

    private enum Look<Content> {
        case nothing
        case sound(Content)
        case bad(DurableFileProblem.Fault)
    }

    /// Reads the file, or else the previous one; an unusable file is renamed, so that it can be repaired and is not
    /// overwritten.
    ///
    /// - Parameter make: Decodes the bytes.
    func read<Content>(_ make: ([UInt8]) throws(Unfit) -> Content) -> Found<Content> {
        func problem(_ fault: DurableFileProblem.Fault, _ effect: DurableFileProblem.Effect) -> DurableFileProblem {
            DurableFileProblem(path: path, fault: fault, effect: effect, stake: stake)
        }
        let previous = Self.previous(of: path)
        var found: Found<Content>
        switch (look(path, make), look(previous, make)) {
        case (.nothing, .nothing): return Found()
        case (.sound(let content), .nothing): found = Found(content: content)
        case (.sound(let content), .sound(let earlier)): found = Found(content: content, previous: earlier)
        case (.sound(let content), .bad(let fault)):
            found = Found(content: content, problem: problem(fault, .onlyPrevious))
        case (.nothing, .sound(let earlier)):
            found = Found(content: earlier, previous: earlier, problem: problem(.missing, .previousIsUsed))
            putBack()
        case (.bad(let fault), .sound(let earlier)):
            found = Found(content: earlier, previous: earlier, problem: problem(fault, .previousIsUsed))
            found.problem?.keptAs = [putAside(path)].compactMap(\.self)
            // A bad file that could not be renamed must not become the previous file with the next replacement.
            guard found.problem?.keptAs != [] else { return found }
            putBack()
        case (.bad(let fault), .nothing):
            found = Found(problem: problem(fault, .nothingCounts(previous: nil)))
            found.problem?.keptAs = [putAside(path)].compactMap(\.self)
            return found
        case (.nothing, .bad(let fault)):
            found = Found(problem: problem(.missing, .nothingCounts(previous: fault)))
            found.problem?.keptAs = [putAside(previous)].compactMap(\.self)
            return found
        case (.bad(let fault), .bad(let other)):
            found = Found(problem: problem(fault, .nothingCounts(previous: other)))
            found.problem?.keptAs = [putAside(path), putAside(previous)].compactMap(\.self)
            return found
        }
        if found.problem?.effect != .previousIsUsed { isSound.withLock { $0 = true } }
        return found
    }

    private func look<Content>(_ path: String, _ make: ([UInt8]) throws(Unfit) -> Content) -> Look<Content> {
        let most = Self.mostBytes + Seal.mostBytes
        do {
            let bytes = try disk.read(path, most: most + 1)
            guard bytes.count <= most else { return .bad(.tooLarge(most: Self.mostBytes)) }
            return .sound(try make(Seal.content(of: bytes)))
        } catch let fault as Seal.Fault {
            return .bad(.seal(fault))
        } catch let unfit as Unfit {
            return .bad(.unfit(unfit.what))
        } catch let problem as SourceProblem {
            if case .missing = problem { return .nothing }
            return .bad(.unreadable(problem.message))
        } catch { return .bad(.unreadable("\(error)")) }
    }

    /// Renames a file that can't be used.
    ///
    /// - Returns: Its new path; nil where it could not be renamed.
    private func putAside(_ bad: String) -> String? {
        let taken = Set((try? disk.names(in: folder, most: Self.mostNames)) ?? [])
        // When all names are taken, the last bad file is replaced.
        let names = (1...Self.mostKeptAside).map { "\(path).bad-\($0)" }
        let aside = names.first { !taken.contains(Path.name(of: $0)) } ?? names[names.count - 1]
        do throws(SystemError) { try disk.rename(bad, to: aside) } catch { return nil }
        return aside
    }

    /// Links the previous file to the file's own name too; where that fails, the next start tries again.
    private func putBack() {
        guard (try? copy(Self.previous(of: path), to: path)) == true else { return }
        try? disk.sync(folder: folder)
    }

    // MARK: - Replacing

    /// Replaces the content; after an error the previous content stays.
    ///
    /// It waits for the disk on a thread of its own, since that may take long.
    func replace(with bytes: [UInt8]) async throws(SystemError) {
        let outcome = try await OwnedThread.run("state") { [self] in
            Result { () throws(SystemError) in try replaceNow(with: bytes) }
        }
        try outcome.get()
    }

    /// Replaces the content on the calling thread.
    func replaceNow(with bytes: [UInt8]) throws(SystemError) {
        let hadPrevious: Bool
        do throws(SystemError) {
            try disk.write(Seal.sealed(bytes), to: newPath)
            hadPrevious = try keepPrevious()
            try disk.rename(newPath, to: path)
        } catch {
            try? disk.remove(newPath)
            throw error
        }
        // The rename is in the folder's own data; without the sync a crash of the machine could undo it.
        do throws(SystemError) { try disk.sync(folder: folder) } catch {
            // It is unknown whether the rename lasts, so it is undone.
            if !hadPrevious || (try? copy(Self.previous(of: path), to: path)) != true { try? disk.remove(path) }
            throw error
        }
        isSound.withLock { $0 = true }
    }

    /// Keeps the present file as the previous one, under both names.
    ///
    /// - Returns: Whether there is a usable file.
    private func keepPrevious() throws(SystemError) -> Bool {
        if !isSound.withLock({ $0 }) {
            // A bad file must not replace what may be the last good one.
            guard case .sound = look(path, { $0 }) else { return false }
        }
        return try copy(path, to: Self.previous(of: path))
    }

    /// Gives a file a second name, and replaces any file that has that name.
    ///
    /// - Returns: Whether there is a file to copy.
    private func copy(_ source: String, to target: String) throws(SystemError) -> Bool {
        let aside = "\(target).new"
        // A crash may have left it; and a rename between two names of one file does nothing and leaves both.
        try? disk.remove(aside)
        defer { try? disk.remove(aside) }
        do throws(SystemError) { try disk.link(source, to: aside) } catch {
            switch error.code {
            case ENOENT: return false
            // Some file systems have no hard links.
            case EPERM, ENOTSUP, ENOSYS, EMLINK:
                guard case .sound(let bytes) = look(source, { $0 }) else { return false }
                try disk.write(Seal.sealed(bytes), to: aside)
            default: throw error
            }
        }
        try disk.rename(aside, to: target)
        return true
    }
}
