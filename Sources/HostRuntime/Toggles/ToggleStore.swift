internal import FeatureKit
internal import Glibc
internal import HostConfig
package import HostSystem
internal import JSON

/// Keeps toggles in the host's state folder: once it has answered, they hold whatever happens to the process or the
/// machine.
package struct ToggleStore: Sendable {
    /// The most bytes of the file that are read; what `Toggles.most` toggles need fits.
    static let mostBytes = 4 * 1024 * 1024
    static let fileName = "toggles.json"

    /// What was found at the start.
    package struct Found: Sendable, Equatable {
        package var toggles = Toggles()
        /// What was wrong with what lay there.
        package var problem: ToggleFileProblem?
    }

    private let folder: String
    package var path: String { Path.join(folder, Self.fileName) }
    private var newPath: String { Path.join(folder, "\(Self.fileName).new") }

    /// Keeps them in a folder that nobody else writes to.
    package init(folder: String) { self.folder = folder }

    /// Reads what an earlier host left; what can't be used is put aside, so that it can be mended and is not
    /// overwritten.
    package func read() -> Found {
        do throws(ToggleFileProblem) {
            return Found(toggles: try readStrictly())
        } catch {
            var problem = error
            let aside = freeName()
            if unsafe rename(path, aside) == 0 { problem.keptAs = aside }
            return Found(problem: problem)
        }
    }

    private func readStrictly() throws(ToggleFileProblem) -> Toggles {
        let bytes: [UInt8]
        do throws(SourceProblem) {
            bytes = try FileSource.read(path)
        } catch {
            if case .missing = error { return Toggles() }
            throw ToggleFileProblem(path: path, fault: .unreadable(error.message))
        }
        guard bytes.count <= Self.mostBytes else { throw ToggleFileProblem(path: path, fault: .tooLarge) }
        let value: Value
        do throws(JSONProblem) { value = try Value(json: bytes) } catch {
            throw ToggleFileProblem(path: path, fault: .noJSON("\(error)"))
        }
        do throws(Toggles.Illegible) { return try Toggles(value) } catch {
            switch error {
            case .version(let version): throw ToggleFileProblem(path: path, fault: .newer(version))
            case .misshapen(let what): throw ToggleFileProblem(path: path, fault: .misshapen(what))
            }
        }
    }

    /// A name beside the file that nothing has yet; after many bad files the last one gives way.
    private func freeName() -> String {
        let names = (1...Self.mostKeptAside).map { "\(path).bad-\($0)" }
        return names.first { unsafe access($0, F_OK) != 0 } ?? names[names.count - 1]
    }

    /// How many bad files are kept.
    static let mostKeptAside = 9

    /// Puts toggles in the place of those that lie there; after an error the former ones count.
    ///
    /// It waits for the disk, which may take long, on a thread of its own.
    package func write(_ toggles: Toggles, over former: Toggles) async throws(SystemError) {
        let outcome = try await OwnedThread.run("toggles") { [self] in
            Result { () throws(SystemError) in try writeNow(toggles, over: former) }
        }
        try outcome.get()
    }

    private func writeNow(_ toggles: Toggles, over former: Toggles) throws(SystemError) {
        let place = try Descriptor { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        try put(toggles)
        // The new name is in the folder's own data; without this a crash of the machine could take it back.
        do throws(SystemError) { try SystemError.check { fsync(place.number) } } catch {
            // Some network file systems can't do that for folders, and see to it in their own way.
            guard error.code != EINVAL, error.code != ENOTSUP else { return }
            // It may be there or not, which nobody can build on.
            try? put(former)
            throw error
        }
    }

    private func put(_ toggles: Toggles) throws(SystemError) {
        do throws(SystemError) {
            try writeAside(Array((toggles.value.prettyJSON + "\n").utf8))
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
        var written = 0
        while written < bytes.count {
            written += try SystemError.check {
                unsafe bytes[written...].withUnsafeBytes { unsafe Glibc.write(file.number, $0.baseAddress, $0.count) }
            }
        }
        try SystemError.check { fsync(file.number) }
    }
}
