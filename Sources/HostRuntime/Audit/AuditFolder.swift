internal import HostConfig
internal import HostSystem

/// The folder of the audit log, whose files are named by the number of their first record.
struct AuditFolder: Sendable {
    static let name = "audit"
    private static let ending = ".jsonl"
    private static let digits = 8

    struct File: Sendable, Hashable {
        /// The number of its first record.
        let first: Int
        let name: String
    }

    /// The state folder, which holds it.
    let state: String
    var path: String { Path.join(state, Self.name) }

    func path(of file: File) -> String { Path.join(path, file.name) }

    /// The file whose first record has a number.
    static func file(first: Int) -> File {
        let number = "\(first)"
        let zeros = String(repeating: "0", count: max(0, digits - number.count))
        return File(first: first, name: zeros + number + ending)
    }

    /// The files among names, the oldest first.
    static func files(_ names: [String]) -> [File] {
        names.compactMap { name in
            guard name.hasSuffix(ending), let first = Int(name.dropLast(ending.count)), first > 0 else { return nil }
            let file = file(first: first)
            return file.name == name ? file : nil
        }.sorted { $0.first < $1.first }
    }
}
