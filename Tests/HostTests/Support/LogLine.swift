import Foundation
import Testing

/// A line of the log, as it is written where there is no terminal.
struct LogLine: Equatable {
    let level: String
    let feature: String
    let message: String
    /// What stands beside the members that every line has.
    let fields: [String: String]

    /// Nil for a line that is no record, such as the readiness line.
    init?(_ line: String) {
        guard line.hasPrefix("{"),
            var members = try? JSONDecoder().decode([String: String].self, from: Data(line.utf8)),
            members.removeValue(forKey: "time") != nil, let level = members.removeValue(forKey: "level"),
            let feature = members.removeValue(forKey: "feature"),
            let message = members.removeValue(forKey: "message")
        else { return nil }
        self.level = level
        self.feature = feature
        self.message = message
        fields = members
    }
}

extension HostProcess {
    /// The records of the log so far.
    var records: [LogLine] { errors.lines.compactMap(LogLine.init) }

    /// What the host has complained about so far, word for word.
    var complaints: [String] {
        records.filter { record in
            record.feature == "host" && ["error", "warning"].contains(record.level) && record.message != "feature state"
        }.map(\.message)
    }

    /// Waits for the readiness line, and compares what it says of the features: `ble active, track active`.
    func expectReady(_ states: String? = nil, at place: SourceLocation = #_sourceLocation) async throws {
        let found = try await expect("a readiness line", at: place) { line in
            line.wholeMatch(of: /flagstand: ready in \d+ ms(?: on \S+(?:, \S+)*)?: (.*)/).map { String($0.1) }
        }
        if let states { #expect(found == states, sourceLocation: place) }
    }

    /// Waits for a record with that message and at least these fields.
    @discardableResult
    func expectRecord(
        _ message: String, _ fields: [String: String] = [:], from feature: String = "host", after seen: Int = 0,
        at place: SourceLocation = #_sourceLocation
    ) async throws -> LogLine {
        try await expect("\"\(message)\" \(fields) from \(feature)", after: seen, at: place) { line in
            guard let found = LogLine(line), found.message == message, found.feature == feature,
                fields.allSatisfy({ found.fields[$0.key] == $0.value })
            else { return nil }
            return found
        }
    }

    /// Waits until the host says that a feature is in that state.
    @discardableResult
    func expectState(
        _ state: String, of feature: String, after seen: Int = 0, at place: SourceLocation = #_sourceLocation
    ) async throws -> LogLine {
        try await expectRecord("feature state", ["id": feature, "state": state], after: seen, at: place)
    }
}
