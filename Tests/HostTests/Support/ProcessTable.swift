import Foundation

/// The processes of this machine.
enum ProcessTable {
    /// The processes that a process has started and not yet let go, ended ones too.
    static func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { stat(of: $0)?.parent == parent }
    }

    /// The first process that a process starts; nil where none comes.
    static func child(of parent: pid_t) async -> pid_t? {
        let end = ContinuousClock.now + HostProcess.limit
        while ContinuousClock.now < end {
            if let child = children(of: parent).first { return child }
            await Task.yield()
        }
        return nil
    }

    /// Whether a process is in the table, be it alive or ended and not let go.
    static func holds(_ id: pid_t) -> Bool { stat(of: id) != nil }

    /// How a process is, in the system's letter for it; nil where it is not in the table.
    static func state(of id: pid_t) -> Substring? { stat(of: id)?.state }

    private static func stat(of id: pid_t) -> (state: Substring, parent: pid_t)? {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            // The name may hold anything, brackets too.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let rest = text[text.index(after: end)...].split(separator: " ")
        guard rest.count > 1, let parent = pid_t(rest[1]) else { return nil }
        return (rest[0], parent)
    }
}
