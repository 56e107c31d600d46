package import HostSystem

/// What is wrong with a state folder.
package enum StateProblem: Error, Sendable, Equatable {
    /// Another process works with it; its number is not always known.
    case inUse(path: String, pid: Int32?)
    case notAFolder(path: String)
    case notWritable(path: String, because: SystemError)
    /// Only a warning: the host works, but keeps nothing.
    case diskFull(path: String)
    /// Only a warning: somebody else could exchange what the host keeps there.
    case writableByOthers(path: String, mode: UInt32)
}
