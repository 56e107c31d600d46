package import HostConfig
package import HostSystem

/// What durable writes ask of a file system: everything that has to outlast a crash goes through here.
///
/// A file is written once and never changed in place. Its bytes outlast a crash as soon as `write` has returned; its
/// name does, and that of every other file in the folder, as soon as `sync` has.
package protocol Disk: Sendable {
    /// The first `most` bytes of a file.
    func read(_ path: String, most: Int) throws(SourceProblem) -> [UInt8]
    /// The names in a folder, at most so many.
    func names(in folder: String, most: Int) throws(SystemError) -> [String]
    /// Makes a folder for this user alone.
    ///
    /// - Returns: Whether it was missing.
    func makeFolder(_ path: String) throws(SystemError) -> Bool
    /// Makes a file for this user alone, in the place of one that has its name, and has its bytes on the disk.
    func write(_ bytes: [UInt8], to path: String) throws(SystemError)
    /// Gives a file another name at once, in the place of one that has it.
    func rename(_ path: String, to other: String) throws(SystemError)
    /// Gives a file one name more, which nothing has yet.
    func link(_ path: String, to other: String) throws(SystemError)
    func remove(_ path: String) throws(SystemError)
    /// Has the names in a folder on the disk.
    func sync(folder: String) throws(SystemError)
}
