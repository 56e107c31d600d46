extension ToggleProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .unknown(let id, let nearest):
            "there is no feature \"\(id)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .locked(let id): "\(id) is locked: its feature.yaml keeps operators from switching it"
        case .broken(let id, let reason): "\(id) can't be switched on: \(reason)"
        case .noSettings(let id, let missing) where missing.isEmpty:
            "\(id) can't be switched on: the document gives it no settings"
        case .noSettings(let id, let missing):
            "\(id) can't be switched on: the document gives it no settings (\(missing.joined(separator: "; ")))"
        case .documentUnusable: "the document has errors by now; mend it first, flagstand check says where"
        case .tooMany: "there are \(Toggles.most) toggles already; reset some first"
        case .reasonTooLong: "a reason has at most \(Toggles.longestReason) characters"
        case .notWritten(let path, let error): "nothing was switched: \(path) can't be written: \(error)"
        case .notStarted: "the host is still reading its document"
        case .stopping: "the host is stopping"
        }
    }
}
