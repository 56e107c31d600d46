internal import Glibc
internal import HostConfig
internal import HostRuntime
internal import HostSystem

/// A file that is written as a whole or not at all.
struct ReportFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// Why it can't be written, as far as that can be known before there is anything to write.
    var problem: String? {
        let folder = Path.folder(of: path)
        guard (try? FileIdentity(at: folder).kind) == .folder else {
            return "\(path.onOneLine) can't be written: there is no folder \(folder.onOneLine)"
        }
        guard (try? FileIdentity(at: path).kind) != .folder else {
            return "\(path.onOneLine) can't be written: it is a folder"
        }
        return nil
    }

    func write(_ text: String) throws(SystemError) {
        // A pipe or a device, such as /dev/stdout, is written to as it is.
        if let kind = try? FileIdentity(at: path).kind, kind != .file {
            let file = try Descriptor { unsafe open(path, O_WRONLY | O_CLOEXEC) }
            return try file.write(Array(text.utf8))
        }
        var template = Array("\(path)-XXXXXX".utf8CString)
        let file = try Descriptor { unsafe mkstemp(&template) }
        do throws(SystemError) {
            try SystemError.check { fchmod(file.number, Self.access) }
            try file.write(Array(text.utf8))
            try SystemError.check { unsafe rename(template, path) }
        } catch {
            unsafe unlink(template)
            throw error
        }
    }

    /// Everybody may read it, as with files that other programs write.
    private static let access: mode_t = 0o644
}
