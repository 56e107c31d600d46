@_spi(Hosting) package import FeatureKit
internal import Glibc
internal import HostConfig
internal import HostSystem

/// Opens features' libraries, for good: what has been opened is never closed, because closing a Swift library crashes.
package struct Library: Sendable {
    /// The function that every feature's library exports.
    package static let entryName = "flagstand_feature"

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
        /// The libraries that it needs, by name.
        package let needed: [String]
    }

    /// Reads a library, refuses what does not fit before any of its code runs, and opens a private copy of it.
    package func open(_ path: String) async throws(LoadProblem) -> FeatureEntry {
        try await onThread("open library", path) { () throws(LoadProblem.Fault) in
            let read = try read(file: path)
            return try Self.enter(read.copy, needing: read.needed)
        }
    }

    /// Reads a library, refuses what does not fit, and makes a private copy of it; nothing of it is opened.
    package func read(_ path: String) async throws(LoadProblem) -> Read {
        try await onThread("read library", path) { () throws(LoadProblem.Fault) in try read(file: path) }
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
        let needed = try check(bytes)
        do { return Read(copy: try copies.path(of: bytes), needed: needed) } catch { throw .notCopied(error) }
    }

    /// Refuses bytes that must not be opened; otherwise the libraries that they need.
    func check(_ bytes: [UInt8]) throws(LoadProblem.Fault) -> [String] {
        let stamps: [KitStamp]
        let file: ELFFile
        let hasEntry: Bool
        do {
            file = try ELFFile(bytes)
            stamps = if let section = try file.section(KitStamp.section) { try KitStamp.all(in: section) } else { [] }
            hasEntry = try file.exports(Self.entryName)
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

    private static func enter(_ copy: String, needing needed: [String]) throws(LoadProblem.Fault) -> FeatureEntry {
        let mode = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE
        // The copy lies far from the libraries that came with it. Asked for by name they are found beside the host,
        // and the linker takes what it has. One that is missing is named when the copy is opened.
        for name in needed { _ = unsafe dlopen(name, mode) }
        guard let library = unsafe dlopen(copy, mode) else {
            let words = unsafe dlerror().map { unsafe String(cString: $0) } ?? ""
            // The operator knows the library by another path.
            throw .notOpened(words.hasPrefix("\(copy): ") ? String(words.dropFirst(copy.count + 2)) : words)
        }
        guard let entry = unsafe dlsym(library, entryName) else { throw .noEntry }
        typealias Entry = @convention(c) () -> UnsafeMutableRawPointer
        return unsafe FeatureEntry.take(unsafeBitCast(entry, to: Entry.self)())
    }
}
