import Foundation
import Testing

/// A file that holds what a test expects; with FLAGSTAND_UPDATE_GOLDEN=1 it is written instead of compared.
struct Golden {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    /// The text of a file beside the golden ones.
    static func input(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// Compares a text with a golden file, line by line.
    static func compare(_ found: String, with name: String, at place: SourceLocation = #_sourceLocation) throws {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["FLAGSTAND_UPDATE_GOLDEN"] == "1" {
            return try Data(found.utf8).write(to: file)
        }
        let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard found != expected else { return }
        let difference = found.split(separator: "\n", omittingEmptySubsequences: false)
            .difference(from: expected.split(separator: "\n", omittingEmptySubsequences: false))
            .map { change in
                switch change {
                case .insert(let line, let text, _): "+\(line + 1): \(text)"
                case .remove(let line, let text, _): "-\(line + 1): \(text)"
                }
            }
        Issue.record(
            "\(name) differs; FLAGSTAND_UPDATE_GOLDEN=1 writes it again:\n\(difference.joined(separator: "\n"))",
            sourceLocation: place)
    }
}
