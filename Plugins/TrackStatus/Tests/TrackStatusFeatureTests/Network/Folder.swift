import Glibc

/// A folder of a test's own, which is gone with it.
final class Folder {
    let path: String
    private var files: [String] = []

    init() throws {
        var name = Array("\(P_tmpdir)/flagstand-track-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&name) != nil else { throw Failure(code: errno) }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    struct Failure: Error { let code: Int32 }

    deinit {
        for file in files { unsafe unlink(file) }
        unsafe rmdir(path)
    }

    /// Writes a file, and says where.
    func write(_ name: String, _ text: String) throws -> String {
        let place = "\(path)/\(name)"
        guard let file = unsafe fopen(place, "wb") else { throw Failure(code: errno) }
        files.append(place)
        unsafe fputs(text, file)
        unsafe fclose(file)
        return place
    }
}
