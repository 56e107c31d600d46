@_spi(Hosting) package import FeatureKit
internal import HostConfig
internal import HostSystem
internal import HostWorker

/// Opens features' libraries, for good: what has been opened is never closed, because closing a Swift library crashes.
package struct Library: Sendable {
    private let copies: PrivateCopies
    private let host: KitStamp

    /// Opens copies of libraries that fit this host.
    package init(copies: PrivateCopies, host: KitStamp = .host) {
        self.copies = copies
        self.host = host
    }

    /// Reads a library, refuses what does not fit before any of its code runs, and opens a private copy of it.
    ///
    /// The calls block, for as long as the disk and the library's own initialisers take; hence a thread of its own.
    package func open(_ path: String) async throws(LoadProblem) -> FeatureEntry {
        let outcome: Result<FeatureEntry, LoadProblem.Fault>
        do {
            outcome = try await OwnedThread.run("open library") {
                Result { () throws(LoadProblem.Fault) in try read(path) }
            }
        } catch {
            throw LoadProblem(path, .noThread(error))
        }
        do {
            return try outcome.get()
        } catch {
            throw LoadProblem(path, error)
        }
    }

    private func read(_ path: String) throws(LoadProblem.Fault) -> FeatureEntry {
        let bytes = try LibraryFile.read(path)
        let needed = try check(bytes)
        let copy: String
        do {
            copy = try copies.path(of: bytes)
        } catch {
            throw .notCopied(error)
        }
        do throws(LibraryEntry.Problem) {
            return try LibraryEntry.enter(copy, needing: needed)
        } catch {
            switch error {
            case .notOpened(let words): throw .notOpened(words)
            case .noEntry: throw .noEntry
            }
        }
    }

    /// Refuses bytes that must not be opened; otherwise the libraries that they need.
    func check(_ bytes: [UInt8]) throws(LoadProblem.Fault) -> [String] {
        let stamps: [KitStamp]
        let file: ELFFile
        let hasEntry: Bool
        do {
            file = try ELFFile(bytes)
            stamps = if let section = try file.section(KitStamp.section) { try KitStamp.all(in: section) } else { [] }
            hasEntry = try file.exports(LibraryEntry.name)
        } catch {
            throw .format(error)
        }
        guard !stamps.isEmpty else { throw .noStamp }
        for stamp in stamps {
            if let mismatch = stamp.mismatch(with: host) { throw .otherKit(stamp, mismatch, host: host) }
        }
        guard hasEntry else { throw .noEntry }
        return file.needed
    }
}
