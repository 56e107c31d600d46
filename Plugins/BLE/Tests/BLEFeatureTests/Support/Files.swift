import FeatureKit
import FeatureTestKit
import Glibc

/// The files that tests read: those of this repository, and the captures that lie beside it on some machines.
enum Files {
    static let root: String = {
        var folder = #filePath
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if unsafe access(folder + "/plugins.yaml", F_OK) == 0 { return folder }
        }
        return "."
    }()

    static let sample = root + "/samples/lap.btsnoop"
    static let shared = root + "/../shared/data/ble"
    static let hasShared = unsafe access(shared, R_OK) == 0

    static func bytes(_ path: String) throws -> [UInt8] {
        let file = unsafe fopen(path, "rb")
        guard let file = unsafe file else { throw Missing(path: path) }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }

    /// Writes a file, also where there is none yet.
    static func write(_ bytes: [UInt8], to path: String) throws { try put(bytes, to: path, mode: "wb") }

    static func append(_ bytes: [UInt8], to path: String) throws { try put(bytes, to: path, mode: "ab") }

    private static func put(_ bytes: [UInt8], to path: String, mode: String) throws {
        guard let file = unsafe fopen(path, mode) else { throw Missing(path: path) }
        defer { unsafe fclose(file) }
        guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Missing(path: path) }
    }

    struct Missing: Error { let path: String }

    /// Runs a test with a file of its own, which is gone afterwards.
    static func withTemporary<Result>(_ bytes: [UInt8], _ body: (String) async throws -> Result) async throws -> Result
    {
        var name = Array("\(P_tmpdir)/flagstand-ble-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unsafe unlink(path) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Missing(path: path) }
            rest = rest.dropFirst(count)
        }
        close(descriptor)
        return try await body(path)
    }
}

extension Caller {
    static let staff = Caller.user("ada", roles: ["staff"])
    static func gateway(_ name: String = "north") -> Caller { .user(name, roles: ["gateway"]) }
}
