internal import Glibc

extension Zone {
    private static let longestName = 64
    /// Where the tz database is, unless the environment names another place in `TZDIR`.
    static let usualFolder = "/usr/share/zoneinfo"

    /// Reads a zone from the machine's tz database.
    public init(named name: String) throws(ZoneProblem) {
        guard Self.isShared(name) else { throw ZoneProblem(name: name, kind: .unknown) }
        let folder = unsafe getenv("TZDIR").map { unsafe String(cString: $0) } ?? Self.usualFolder
        try self.init(named: name, in: folder)
    }

    /// Reads a zone from the tz database of a folder.
    init(named name: String, in folder: String) throws(ZoneProblem) {
        guard Self.isName(name) else { throw ZoneProblem(name: name, kind: .invalidName) }
        let bytes: [UInt8]
        do throws(ZoneProblem.Kind) { bytes = try Self.bytes("\(folder)/\(name)") } catch {
            throw ZoneProblem(name: name, kind: error)
        }
        do throws(ZoneDamage) { self.init(name: name, try TZif(bytes)) } catch {
            throw ZoneProblem(name: name, kind: .damaged(error))
        }
    }

    /// Whether a name is words of letters, digits, `+`, `-` and `_` between slashes, so that it does not lead out of the folder.
    static func isName(_ name: String) -> Bool {
        name.utf8.count <= longestName
            && name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty && word.allSatisfy(isLetterOfNames)
            }
    }

    /// Whether other machines know a zone of this name, too; such names begin with a capital.
    ///
    /// The other files in the folder are this machine's own, or the same zones with leap seconds.
    static func isShared(_ name: String) -> Bool {
        guard let first = name.utf8.first, name != "Factory" else { return false }
        return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    }

    private static func isLetterOfNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "+-_".utf8.contains(byte)
        }
    }

    /// The bytes of a file, up to one read beyond what a zone may have.
    private static func bytes(_ path: String) throws(ZoneProblem.Kind) -> [UInt8] {
        // O_NONBLOCK: opening a pipe that nobody writes to must not wait.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .unknown : .unreadable(errno: errno) }
        defer { close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .unreadable(errno: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .unknown }
        var bytes: [UInt8] = []
        while bytes.count <= TZif.mostBytes {
            var failure: Int32 = 0
            let more = unsafe [UInt8](unsafeUninitializedCapacity: TZif.mostBytes) { buffer, count in
                repeat {
                    count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                    failure = count < 0 ? errno : 0
                } while failure == EINTR
                count = max(0, count)
            }
            guard failure == 0 else { throw .unreadable(errno: failure) }
            guard !more.isEmpty else { break }
            bytes += more
        }
        return bytes
    }
}
