@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostSystem

/// A file in the host's state folder that is replaced as a whole: once that is done, it holds whatever happens to the
/// process or the machine.
///
/// A checksum shows damage, and the file before it is kept for that. One replacement comes after the other.
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
        /// What the file before it says, where that one can be used.
        var former: Content?
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
    /// Whether what lies there can be used, and so is worth keeping; false where nobody has looked.
    private let isSound = Lock(false)

    /// A file in a folder that nobody else writes to.
    init(_ name: String, in folder: String, stake: DurableFileProblem.Stake, disk: any Disk = LocalDisk()) {
        self.folder = folder
        self.disk = disk
        self.stake = stake
        path = Path.join(folder, name)
    }

    /// Where the file before a file is kept.
    static func previous(of path: String) -> String { "\(path).previous" }

    // MARK: - Reading

    private enum Look<Content> {
        case nothing
        case sound(Content)
        case bad(DurableFileProblem.Fault)
    }

    /// What lies there, or else the file before it; what can't be used is put aside, so that it can be mended and is
    /// not overwritten.
    ///
    /// - Parameter make: What the bytes say.
    func read<Content>(_ make: ([UInt8]) throws(Unfit) -> Content) -> Found<Content> {
        func problem(_ fault: DurableFileProblem.Fault, _ effect: DurableFileProblem.Effect) -> DurableFileProblem {
            DurableFileProblem(path: path, fault: fault, effect: effect, stake: stake)
        }
        let previous = Self.previous(of: path)
        var found: Found<Content>
        switch (look(path, make), look(previous, make)) {
        case (.nothing, .nothing): return Found()
        case (.sound(let content), .nothing): found = Found(content: content)
        case (.sound(let content), .sound(let former)): found = Found(content: content, former: former)
        case (.sound(let content), .bad(let fault)):
            found = Found(content: content, problem: problem(fault, .onlyFormer))
        case (.nothing, .sound(let former)):
            found = Found(content: former, former: former, problem: problem(.missing, .formerCounts))
            putBack()
        case (.bad(let fault), .sound(let former)):
            found = Found(content: former, former: former, problem: problem(fault, .formerCounts))
            found.problem?.keptAs = [putAside(path)].compactMap(\.self)
            // Where the bad one has to stay, it is not taken for the one before the next.
            guard found.problem?.keptAs != [] else { return found }
            putBack()
        case (.bad(let fault), .nothing):
            found = Found(problem: problem(fault, .nothingCounts(former: nil)))
            found.problem?.keptAs = [putAside(path)].compactMap(\.self)
            return found
        case (.nothing, .bad(let fault)):
            found = Found(problem: problem(.missing, .nothingCounts(former: fault)))
            found.problem?.keptAs = [putAside(previous)].compactMap(\.self)
            return found
        case (.bad(let fault), .bad(let other)):
            found = Found(problem: problem(fault, .nothingCounts(former: other)))
            found.problem?.keptAs = [putAside(path), putAside(previous)].compactMap(\.self)
            return found
        }
        if found.problem?.effect != .formerCounts { isSound.withLock { $0 = true } }
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

    /// Puts what can't be used aside.
    ///
    /// - Returns: Where it lies now; nil where it had to stay.
    private func putAside(_ bad: String) -> String? {
        let taken = Set((try? disk.names(in: folder, most: Self.mostNames)) ?? [])
        // After many bad files the last one gives way.
        let names = (1...Self.mostKeptAside).map { "\(path).bad-\($0)" }
        let aside = names.first { !taken.contains(Path.name(of: $0)) } ?? names[names.count - 1]
        do throws(SystemError) { try disk.rename(bad, to: aside) } catch { return nil }
        return aside
    }

    /// Lets the file before it lie in its place too; where that can't be, it is found there the next time.
    private func putBack() {
        guard (try? copy(Self.previous(of: path), to: path)) == true else { return }
        try? disk.sync(folder: folder)
    }

    // MARK: - Replacing

    /// Puts bytes in the place of those that lie there; after an error the former ones count.
    ///
    /// It waits for the disk, which may take long, on a thread of its own.
    func replace(with bytes: [UInt8]) async throws(SystemError) {
        let outcome = try await OwnedThread.run("state") { [self] in
            Result { () throws(SystemError) in try replaceNow(with: bytes) }
        }
        try outcome.get()
    }

    /// The same on this thread.
    func replaceNow(with bytes: [UInt8]) throws(SystemError) {
        let hadFormer: Bool
        do throws(SystemError) {
            try disk.write(Seal.sealed(bytes), to: newPath)
            hadFormer = try keepFormer()
            try disk.rename(newPath, to: path)
        } catch {
            try? disk.remove(newPath)
            throw error
        }
        // The new name is in the folder's own data; without this a crash of the machine could take it back.
        do throws(SystemError) { try disk.sync(folder: folder) } catch {
            // It may be there or not, which nobody can build on.
            if !hadFormer || (try? copy(Self.previous(of: path), to: path)) != true { try? disk.remove(path) }
            throw error
        }
        isSound.withLock { $0 = true }
    }

    /// Gives what lies there the name of the file before it, besides its own.
    ///
    /// - Returns: Whether anything that can be used lies there.
    private func keepFormer() throws(SystemError) -> Bool {
        if !isSound.withLock({ $0 }) {
            // What is bad must not take the place of what may be the last good one.
            guard case .sound = look(path, { $0 }) else { return false }
        }
        return try copy(path, to: Self.previous(of: path))
    }

    /// Gives what lies under a name another one too, in the place of what has that.
    ///
    /// - Returns: Whether anything lies there.
    private func copy(_ source: String, to target: String) throws(SystemError) -> Bool {
        let aside = "\(target).new"
        // What a crash left; and two names of one file are not exchanged, but both stay.
        try? disk.remove(aside)
        defer { try? disk.remove(aside) }
        do throws(SystemError) { try disk.link(source, to: aside) } catch {
            switch error.code {
            case ENOENT: return false
            // Some file systems have no second names.
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
