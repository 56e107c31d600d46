public import FeatureKit
internal import Replay

/// What is wrong with the files of a recorded session.
public struct RecordingProblem: Error, Equatable, CustomStringConvertible {
    /// The file, the place in it and the reason.
    public let description: String
}

extension RecordedSession {
    /// The most bytes of a file.
    public static let mostFileBytes: UInt64 = 64 << 20

    /// Reads the files of one session, and merges their lines by their times, which begin with the first one.
    ///
    /// - Parameter check: Throws what is wrong with a mapping; its second argument is true for the first line of a file.
    public static func entries(
        of paths: [String], check: (_ value: Value, _ isFirst: Bool) throws -> Void
    ) async throws(RecordingProblem) -> [Entry] {
        var sessions: [(path: String, session: RecordedSession)] = []
        for path in paths {
            let bytes: [UInt8]
            do { bytes = try await RecordingFile(path: path, limit: mostFileBytes).readAll() } catch {
                throw RecordingProblem(description: "\(path): error: \(error)")
            }
            do throws(Problem) {
                var isFirst = true
                let session = try RecordedSession(bytes) { value in
                    defer { isFirst = false }
                    try check(value, isFirst)
                }
                sessions.append((path, session))
            } catch { throw RecordingProblem(description: "\(path)\(error)") }
        }
        return try merged(sessions)
    }

    static func merged(_ sessions: [(path: String, session: RecordedSession)]) throws(RecordingProblem) -> [Entry] {
        if let first = sessions.first, let other = sessions.first(where: { $0.session.clock != first.session.clock }) {
            throw RecordingProblem(
                description:
                    "\(other.path): error: counts its time differently than \(first.path); files of one session count alike"
            )
        }
        let all = sessions.flatMap(\.session.entries)
        let order = all.indices.sorted { (all[$0].time, $0) < (all[$1].time, $1) }
        guard let start = order.first.map({ all[$0].time }) else { return [] }
        return order.map { Entry(time: all[$0].time - start, value: all[$0].value) }
    }
}
