internal import Glibc
internal import HostConfig
internal import HostSystem

/// A file in the host's state folder that is replaced as a whole: once that is done, it holds whatever happens to the
/// process or the machine.
struct DurableFile: Sendable {
    /// How many bad files are kept.
    static let mostKeptAside = 9

    private let folder: String
    let path: String
    private var newPath: String { "\(path).new" }

    /// A file in a folder that nobody else writes to.
    init(_ name: String, in folder: String) {
        self.folder = folder
        path = Path.join(folder, name)
    }

    /// What lies there; nil where nothing does.
    func read() throws(SourceProblem) -> [UInt8]? {
        do throws(SourceProblem) { return try FileSource.read(path) } catch {
            if case .missing = error { return nil }
            throw error
        }
    }

    /// Puts what can't be used aside, so that it can be mended and is not overwritten.
    ///
    /// - Returns: Where it lies now; nil where it had to stay.
    func putAside() -> String? {
        let aside = freeName()
        return unsafe rename(path, aside) == 0 ? aside : nil
    }

    /// A name beside the file that nothing has yet; after many bad files the last one gives way.
    private func freeName() -> String {
        let names = (1...Self.mostKeptAside).map { "\(path).bad-\($0)" }
        return names.first { unsafe access($0, F_OK) != 0 } ?? names[names.count - 1]
    }

    /// Puts bytes in the place of those that lie there; after an error the former ones count.
    ///
    /// It waits for the disk, which may take long, on a thread of its own.
    func replace(with bytes: [UInt8], over former: [UInt8]) async throws(SystemError) {
        let outcome = try await OwnedThread.run("state") { [self] in
            Result { () throws(SystemError) in try replaceNow(with: bytes, over: former) }
        }
        try outcome.get()
    }

    private func replaceNow(with bytes: [UInt8], over former: [UInt8]) throws(SystemError) {
        let place = try Descriptor { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        try put(bytes)
        // The new name is in the folder's own data; without this a crash of the machine could take it back.
        do throws(SystemError) { try SystemError.check { fsync(place.number) } } catch {
            // Some network file systems can't do that for folders, and see to it in their own way.
            guard error.code != EINVAL, error.code != ENOTSUP else { return }
            // It may be there or not, which nobody can build on.
            try? put(former)
            throw error
        }
    }

    private func put(_ bytes: [UInt8]) throws(SystemError) {
        do throws(SystemError) {
            try writeAside(bytes)
            try SystemError.check { unsafe rename(newPath, path) }
        } catch {
            unsafe unlink(newPath)
            throw error
        }
    }

    /// The folder is this host's alone, so what an earlier one left half written under that name may be overwritten.
    private func writeAside(_ bytes: [UInt8]) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        let file = try Descriptor { unsafe open(newPath, flags, 0o600) }
        try file.write(bytes)
        try SystemError.check { fsync(file.number) }
    }
}
