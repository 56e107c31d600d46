internal import HostSystem

/// Where a document comes from.
package struct Origin: Sendable, Hashable {
    /// The name that diagnostics show, as the operator knows it.
    package let name: String
    /// The absolute folder that relative paths in the document start from.
    package let folder: String

    package init(name: String, folder: String) {
        self.name = name
        self.folder = folder
    }

    /// The origin of a file that is named as the operator named it.
    package init(file: String) { self.init(name: file, folder: Path.folder(of: Path.absolute(file))) }

    /// A path of the document made absolute.
    ///
    /// `..` stays: what it means is known only once symbolic links are followed.
    package func absolute(_ path: String) -> String {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let steps = (isAbsolute ? path : folder + "/" + path).split(separator: "/").filter { $0 != "." }
        return "/" + steps.joined(separator: "/")
    }
}
