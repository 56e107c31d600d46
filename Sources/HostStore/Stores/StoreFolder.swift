internal import Glibc
internal import HostSystem

/// A folder for stores, or for copies of them.
package enum StoreFolder {
    /// The most files that are looked at.
    package static let mostFiles = 4_096

    /// Makes a folder for this user alone where it is missing, and has its name on the disk.
    static func make(_ path: String) throws(SystemError) {
        do throws(SystemError) { try SystemError.check { unsafe mkdir(path, 0o700) } } catch {
            guard error.code == EEXIST else { throw error }
        }
        // Of one that was there already nobody knows whether its name outlasts a crash.
        let parent = Path.folder(of: path)
        let above = try Descriptor { unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        do throws(SystemError) { try SystemError.check { fsync(above.number) } } catch {
            // Some network file systems can't do that for folders, and see to it in their own way.
            guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
        }
        // A file of that name would be found out later, and worded worse.
        _ = try Descriptor { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    /// The ids of the features whose files lie in a folder, in order; none where there is no folder.
    static func features(in path: String, suffix: String) throws(SystemError) -> [String] {
        do throws(SystemError) {
            let found = try FolderNames.read(path, most: mostFiles) { name in
                name.utf8.count > suffix.utf8.count && name.hasSuffix(suffix) && !name.hasPrefix(".")
            }
            return found.names.map { String($0.dropLast(suffix.count)) }.sorted()
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    /// Whether there is such a folder.
    package static func exists(_ path: String) -> Bool {
        (try? Descriptor { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }) != nil
    }

    /// Whether something has that name.
    static func holds(_ path: String) -> Bool { number(of: path) != nil }

    /// What tells a file from one that is put in its place; nil where there is none.
    static func number(of path: String) -> UInt64? {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0 ? UInt64(facts.st_ino) : nil
    }
}
