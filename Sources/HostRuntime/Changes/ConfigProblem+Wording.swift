internal import HostConfig
internal import HostSystem

extension ConfigProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .refused(let diagnostics):
            switch diagnostics.list.count(where: { $0.severity == .error }) + diagnostics.dropped {
            case 1: "the document has an error; nothing has changed"
            case let count: "the document has \(count) errors; nothing has changed"
            }
        case .unknownRevision(_, nil): "there is no revision yet"
        case .unknownRevision(let number, let known?):
            "there is no revision \(number); "
                + (known.count == 1
                    ? "\(known.lowerBound) is the only one" : "\(known.lowerBound) to \(known.upperBound) are kept")
        case .unreadableRevision(let number, let reason): "revision \(number) can't be read any more: \(reason)"
        case .nothingToConfirm: "nothing waits for somebody to confirm it"
        case .reasonTooLong: "the reason is longer than \(Overrides.longestReason) characters"
        case .changedMeanwhile(let now): RevisionMatch.refusal(now)
        case .forbidden(let parts, let role):
            "nothing has changed: \(Self.list(parts)) is an admin's to change, and this is the role \(role.rawValue)"
        case .notWritten(let path, let error): "nothing has changed: \(path) can't be written: \(error)"
        case .notRecordable(let reason): "nothing has changed: \(reason)"
        case .notRecorded(let number, let reason):
            "revision \(number) counts, and has no record in the audit yet: \(reason)"
        case .notStarted: "the host has not read its document yet; try again"
        case .stopping: "the host is stopping"
        }
    }

    /// How many parts are named.
    private static let mostListed = 5

    private static func list(_ parts: [String]) -> String {
        let rest = parts.count - mostListed
        return parts.prefix(mostListed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension RevisionMatch {
    /// Why a change was refused that was made for another revision.
    static func refusal(_ now: Int?) -> String {
        "nothing has changed: "
            + (now.map { "revision \($0) counts by now; look at what it says, and try again" }
                ?? "no revision counts yet")
    }
}
