internal import Glibc
internal import HostSystem

extension SourceProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String { "\(path): error: \(message)" }

    /// What is wrong with the file.
    package var message: String {
        switch self {
        case .missing: "no such file"
        case .notAFile(_, let kind): "is \(kind.noun), not a file"
        case .unreadable(_, let error): "cannot be read: \(error)"
        case .noDocuments: "holds no *.yaml, *.yml or *.json; write {} into one where nothing shall run"
        case .tooManyDocuments(_, let most): "holds more than \(most) documents"
        case .noText: "holds a document that is not UTF-8"
        case .tooLarge(_, let most): "holds documents of more than \(most / 1024 / 1024) MiB together"
        }
    }

    private var path: String {
        switch self {
        case .noText(let path), .missing(let path), .notAFile(let path, _), .unreadable(let path, _),
            .noDocuments(let path),
            .tooManyDocuments(let path, _), .tooLarge(let path, _):
            path
        }
    }
}

extension BlindSpot: CustomStringConvertible {
    /// What an operator reads about it.
    package var description: String {
        let reason = because.code == ENOSPC ? "fs.inotify.max_user_watches is used up" : "\(because)"
        return "\(path): warning: changes here are not seen: \(reason); SIGHUP reloads"
    }
}

extension FileIdentity.Kind {
    fileprivate var noun: String {
        switch self {
        case .file: "a file"
        case .folder: "a folder"
        case .link: "a link"
        case .pipe: "a pipe"
        case .socket: "a socket"
        case .device: "a device"
        }
    }
}
