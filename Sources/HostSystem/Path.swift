internal import Glibc

/// Paths as texts; nothing here asks whether they exist.
package enum Path {
    /// The path from the root, where a relative one starts in the working folder.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let folder = unsafe getcwd(nil, 0) else { return path }  // the working folder was removed
        defer { unsafe free(folder) }
        return join(unsafe String(cString: folder), path)
    }

    /// A name in a folder.
    package static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The folder that a path lies in; `.` for a mere name.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last name in a path; empty for the root.
    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}
