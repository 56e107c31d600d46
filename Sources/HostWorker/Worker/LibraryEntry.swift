@_spi(Hosting) package import FeatureKit
internal import Glibc

/// Opens a feature's library, for good: what has been opened is never closed, because closing a Swift library crashes.
package enum LibraryEntry {
    /// The function that every feature's library exports.
    package static let name = "flagstand_feature"

    /// Why a library can't be opened, or holds no feature.
    package enum Problem: Error, Sendable, Equatable {
        /// In the linker's words.
        case notOpened(String)
        case noEntry
    }

    /// Opens a private copy of a library, after the libraries that it needs.
    package static func enter(_ copy: String, needing needed: [String]) throws(Problem) -> FeatureEntry {
        let mode = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE
        // The copy lies far from the libraries that came with it. Asked for by name they are found beside the host,
        // and the linker takes what it has. One that is missing is named when the copy is opened.
        for name in needed { _ = unsafe dlopen(name, mode) }
        guard let library = unsafe dlopen(copy, mode) else {
            let words = unsafe dlerror().map { unsafe String(cString: $0) } ?? ""
            // The operator knows the library by another path.
            throw .notOpened(words.hasPrefix("\(copy): ") ? String(words.dropFirst(copy.count + 2)) : words)
        }
        guard let entry = unsafe dlsym(library, name) else { throw .noEntry }
        typealias Entry = @convention(c) () -> UnsafeMutableRawPointer
        return unsafe FeatureEntry.take(unsafeBitCast(entry, to: Entry.self)())
    }
}
