internal import CZip

/// Why an archive can't be read or written.
public enum ArchiveProblem: Error, Equatable, CustomStringConvertible {
    case tooManyEntries(most: Int)
    case tooLarge(most: Int)
    /// A file that would be far larger than it is packed.
    case bomb(String)
    /// A name that leaves the folder, or that no system takes.
    case name(String)
    case twice(String)
    case encrypted(String)
    case damaged(String)

    init(_ error: UnsafeMutablePointer<zip_error_t>?) {
        let text = unsafe error.flatMap { unsafe zip_error_strerror($0) }.map { unsafe String(cString: $0) }
        self = .damaged(text ?? "it can't be read")
    }

    /// What is wrong, in a sentence.
    public var description: String {
        switch self {
        case .tooManyEntries(let most): "an archive has at most \(most) files and folders"
        case .tooLarge(let most): "an archive has at most \(most) bytes unpacked"
        case .bomb(let name): "\(name) is far larger unpacked than packed"
        case .name(let name): "\"\(name)\" is no name of a file in an archive"
        case .twice(let name): "\(name) is in the archive twice"
        case .encrypted(let name): "\(name) is encrypted"
        case .damaged(let reason): "the archive is damaged: \(reason)"
        }
    }
}
