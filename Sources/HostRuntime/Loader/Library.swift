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
        return try Self.enter(copy, needing: needed)
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
