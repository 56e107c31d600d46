extension StateProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .inUse(let path, let pid?):
            "\(path): error: in use by pid \(pid)"
        case .inUse(let path, nil):
            "\(path): error: in use by another process"
        case .notAFolder(let path):
            "\(path): error: is not a folder; name another one with --state DIR"
        case .notWritable(let path, let error):
            "\(path): error: cannot be written: \(error); name another folder with --state DIR"
        case .diskFull(let path):
            "\(path): warning: the disk is full; nothing is kept until there is room"
        case .writableByOthers(let path, let mode):
            "\(path): warning: others can write to it (mode \(String(mode, radix: 8))); run chmod 700 on it"
        }
    }
}
