import ForgetfulFiles
import Glibc
import HostSystem
import TestSupport

/// A folder in which everything is written down that is done to its files, and where calls fail that are told to.
///
/// Unchecked: what it points to has a lock of its own.
@safe final class ForgetfulFolder: @unchecked Sendable {
    /// Kinds of calls.
    struct Calls: OptionSet, Sendable, CustomStringConvertible {
        let rawValue: Int32

        static let open = Calls(rawValue: Int32(FORGETFUL_OPEN))
        static let write = Calls(rawValue: Int32(FORGETFUL_WRITE))
        static let truncate = Calls(rawValue: Int32(FORGETFUL_TRUNCATE))
        static let sync = Calls(rawValue: Int32(FORGETFUL_SYNC))
        static let rename = Calls(rawValue: Int32(FORGETFUL_RENAME))
        static let remove = Calls(rawValue: Int32(FORGETFUL_REMOVE))
        static let link = Calls(rawValue: Int32(FORGETFUL_LINK))
        static let read = Calls(rawValue: Int32(FORGETFUL_READ))
        static let map = Calls(rawValue: Int32(FORGETFUL_MAP))

        var description: String {
            let names: [(Calls, String)] = [
                (.open, "open"), (.write, "write"), (.truncate, "truncate"), (.sync, "sync"), (.rename, "rename"),
                (.remove, "remove"), (.link, "link"), (.read, "read"), (.map, "map"),
            ]
            return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
        }
    }

    /// Something that happened.
    enum Event: Sendable {
        /// A new name for a new file, or for one that was there before.
        case made(Int, String)
        case found(Int, String)
        case write(Int, at: Int, [UInt8])
        case truncate(Int, to: Int)
        /// Of a file, or of the folder.
        case sync(Int?)
        /// The system could not, and has let go of what was waiting: a later sync does not bring it.
        case failedSync(Int?)
        case rename(String, to: String)
        case link(String, to: String)
        case remove(String)
        case mark(Int)
    }

    let folder: TestFolder
    /// What lay there when the watch began.
    let initial: [String: [UInt8]]
    private let watch: OpaquePointer

    /// Watches a folder of its own, or one that has something in it.
    init(_ folder: TestFolder? = nil) throws {
        let folder = try folder ?? TestFolder()
        self.folder = folder
        initial = try folder.filesInIt()
        guard let watch = unsafe forgetful_watch(folder.path) else { throw SystemError(code: EMFILE) }
        unsafe self.watch = watch
    }

    deinit { unsafe forgetful_unwatch(watch) }

    /// Writes down that something was acknowledged.
    func mark(_ number: Int) { unsafe forgetful_mark(watch, Int64(number)) }

    /// How many things have happened.
    var count: Int { unsafe forgetful_count(watch) }

    /// Everything that happened.
    var events: [Event] { (0..<count).map(event) }

    private func event(_ index: Int) -> Event {
        let event = unsafe forgetful_at(watch, index)
        let file = unsafe Int(event.file)
        func text(_ pointer: UnsafePointer<CChar>?) -> String {
            unsafe pointer.map { unsafe String(cString: $0) } ?? ""
        }
        let name = unsafe text(event.name)
        let other = unsafe text(event.other)
        let offset = unsafe Int(event.offset)
        switch unsafe Calls(rawValue: event.kind) {
        case .open: return offset < 0 ? .found(file, name) : .made(file, name)
        case .write:
            let bytes = unsafe Array(UnsafeBufferPointer(start: event.bytes, count: event.count))
            return .write(file, at: offset, bytes)
        case .truncate: return .truncate(file, to: offset)
        case .sync:
            let synced = file < 0 ? nil : file
            return offset == 0 ? .sync(synced) : .failedSync(synced)
        case .rename: return .rename(name, to: other)
        case .link: return .link(name, to: other)
        case .remove: return .remove(name)
        default: return .mark(offset)
        }
    }

    // MARK: - Faults

    /// How many calls of these kinds there were.
    func calls(_ kinds: Calls, on end: String = "") -> Int { unsafe forgetful_calls(watch, kinds.rawValue, end) }

    /// Lets calls fail: all but the first so many, all of them or so many times.
    func fail(
        _ kinds: Calls, on end: String = "", after skipped: Int = 0, times: Int = -1, with code: Int32,
        halfDone: Bool = false
    ) {
        unsafe forgetful_fail(watch, kinds.rawValue, end, skipped, Int32(times), code, halfDone)
    }

    /// How many calls failed since the last `heal`.
    var failures: Int { unsafe forgetful_failed(watch) }

    /// Lets every call through.
    func heal() { unsafe forgetful_heal(watch) }

    /// Leaves out the syncs of names that end so.
    func neglect(_ end: String) { unsafe forgetful_neglect(watch, end) }
}

extension TestFolder {
    /// The files right in it, by their names.
    func filesInIt() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FolderNames.read(path, most: 1_000, where: { $0 != "." && $0 != ".." }).names {
            files[name] = try bytes(of: name)
        }
        return files
    }

    /// The bytes of a file; nil for what is none.
    func bytes(of name: String) throws -> [UInt8]? {
        var facts = stat()
        guard unsafe stat(self[name], &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let file = try Descriptor { unsafe open(self[name], O_RDONLY | O_CLOEXEC) }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        var done = 0
        while done < bytes.count {
            let wanted = bytes.count - done
            let count = try unsafe bytes.withUnsafeMutableBytes { piece in
                try SystemError.check { unsafe read(file.number, piece.baseAddress.map { unsafe $0 + done }, wanted) }
            }
            guard count > 0 else { break }
            done += count
        }
        return Array(bytes.prefix(done))
    }

    /// Puts bytes into a file, in the place of what was there.
    func put(_ bytes: [UInt8], as name: String) throws {
        let file = try Descriptor { unsafe open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try unsafe rest.withUnsafeBytes { piece in
                try SystemError.check { unsafe write(file.number, piece.baseAddress, piece.count) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// A new folder with these files.
    static func holding(_ files: [String: [UInt8]]) throws -> TestFolder {
        let folder = try TestFolder()
        for (name, bytes) in files { try folder.put(bytes, as: name) }
        return folder
    }
}
