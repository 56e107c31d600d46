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

    /// A library that was read and fits this host.
    package struct Read: Sendable, Equatable {
        /// The path of its private copy; the same content has the same one.
        package let copy: String
        /// The SHA-256 of its bytes.
        package let digest: String
        package let stamp: KitStamp
        /// The libraries that it needs, by name.
        package let needed: [String]
    }

    /// Reads a library, refuses what does not fit, and makes a private copy of it; nothing of it is opened.
    package func read(_ path: String) async throws(LoadProblem) -> Read {
        try await onThread("read library", path) { () throws(LoadProblem.Fault) in try read(file: path) }
    }

    /// Reads a library and what was packed of it; one that was not packed as it is now is refused.
    ///
    /// - Parameter folder: Its unit's folder, for those who have to pack it.
    package func readPacked(
        _ path: String, of folder: String
    ) async throws(LoadProblem) -> (read: Read, packed: PackedLibrary) {
        try await onThread("read library", path) { () throws(LoadProblem.Fault) in
            let read = try read(file: path)
            guard let packed = try PackedLibrary.read(of: path, unit: folder) else { throw .notPacked(unit: folder) }
            guard packed.digest == read.digest else { throw .packedOtherwise(unit: folder) }
            return (read, packed)
        }
    }

    /// Opens a library that was read.
    package func open(_ read: Read, at path: String) async throws(LoadProblem) -> FeatureEntry {
        try await onThread("open library", path) { () throws(LoadProblem.Fault) in
            do throws(LibraryEntry.Problem) {
                return try LibraryEntry.enter(read.copy, needing: read.needed)
            } catch {
                switch error {
                case .notOpened(let words): throw .notOpened(words)
                case .noEntry: throw .noEntry
                }
            }
        }
    }

    /// Reads a library, refuses what does not fit before any of its code runs, and opens a private copy of it.
    package func open(_ path: String) async throws(LoadProblem) -> FeatureEntry {
        try await open(read(path), at: path)
    }

    /// The calls block, for as long as the disk and the library's own initialisers take; hence a thread of its own.
    private func onThread<Found: Sendable>(
        _ name: String, _ path: String, _ body: @escaping @Sendable () throws(LoadProblem.Fault) -> Found
    ) async throws(LoadProblem) -> Found {
        let outcome: Result<Found, LoadProblem.Fault>
        do {
            outcome = try await OwnedThread.run(name) { Result { () throws(LoadProblem.Fault) in try body() } }
        } catch {
            throw LoadProblem(path, .noThread(error))
        }
        do {
            return try outcome.get()
        } catch {
            throw LoadProblem(path, error)
        }
    }

    private func read(file path: String) throws(LoadProblem.Fault) -> Read {
        let bytes = try LibraryFile.read(path)
        let (stamp, needed) = try check(bytes)
        let digest = SHA256.hexDigest(of: bytes)
        do {
            return Read(
                copy: try copies.path(of: bytes, digest: digest), digest: digest, stamp: stamp, needed: needed)
        } catch { throw .notCopied(error) }
    }

    /// Refuses bytes that must not be opened; otherwise what they were built with, and the libraries that they need.
    func check(_ bytes: [UInt8]) throws(LoadProblem.Fault) -> (stamp: KitStamp, needed: [String]) {
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
        // One stamp for each module; the newest kit says which host it needs.
        guard let newest = stamps.max(by: { $0.kit < $1.kit }) else { throw .noStamp }
        for stamp in stamps {
            if let mismatch = stamp.mismatch(with: host) { throw .otherKit(stamp, mismatch, host: host) }
        }
        guard hasEntry else { throw .noEntry }
        return (newest, file.needed)
    }
}
