internal import Glibc
package import HostSystem

/// What others' tests hold: files that lie beside the repository, in `../shared/data`, and are no part of it.
///
/// Tests that read them are enabled only where `isWanted`; then a file that is missing makes them fail.
package enum ReferenceData {
    /// Why the tests that need it don't run.
    package static let absence =
        "The reference data is not in ../shared/data; FLAGSTAND_DATA=required makes that an error."

    /// Whether it is there, or `FLAGSTAND_DATA` says `required`.
    package static var isWanted: Bool { unsafe isRequired || access(folder, R_OK) == 0 }

    /// The bytes of a file, by its path in `../shared/data`.
    package static func bytes(_ path: String) throws(SystemError) -> [UInt8] {
        let file = try Descriptor { unsafe open(Path.join(folder, path), O_RDONLY | O_CLOEXEC) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try SystemError.check { unsafe Glibc.read(file.number, &piece, piece.count) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
        }
    }

    /// The paths of the files in one of its folders whose names end like this, in order.
    package static func files(in path: String, ending: String) throws(SystemError) -> [String] {
        guard let folder = unsafe opendir(Path.join(folder, path)) else { throw SystemError(code: errno) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(ending) { names.append(name) }
        }
        return names.sorted().map { Path.join(path, $0) }
    }

    private static let folder: String = {
        let root = Path.folder(of: Path.folder(of: Path.folder(of: #filePath)))
        return Path.join(root, "../shared/data")
    }()

    private static var isRequired: Bool {
        unsafe getenv("FLAGSTAND_DATA").map { unsafe String(cString: $0) } == "required"
    }
}
