import Glibc
import Measures

/// One run of the real host.
final class HostRun {
    /// How long anything may take before the benchmark gives up; far beyond every bar.
    static let patience = 60.0

    private let child: Child
    private let document: String
    /// From the start of the process to its readiness line, in milliseconds.
    let startUp: Double

    /// Starts it with a document and waits until the features that it should run are active.
    init(_ options: Options, document text: String, state: String, active features: [String]) throws {
        document = options.scratch + "/plugins.yaml"
        try File.save(text, to: document)
        child = try Child(options.host, ["run", "--config", document, "--state", state], reading: .error)
        let (text, uptime) = try Self.line(of: child, awaiting: "its readiness") { line in
            if case .ready(let text) = line { text } else { nil }
        }
        guard features.allSatisfy({ text.contains("\($0) active") }) else {
            throw BenchError.silent(options.host, "\(features) to be active", child.lastLines)
        }
        startUp = Double(uptime - child.started) / 1e6
    }

    /// What the process holds now.
    var holding: Holding { get throws { try Holding(of: child.identifier) } }

    /// Saves another document and waits for a feature's state; the milliseconds from the save to the line.
    func save(_ text: String, awaiting id: String, toBe state: String) throws -> Double {
        let saved = try File.save(text, to: document)
        let awaited = HostLine.state(id: id, state: state)
        let (_, uptime) = try Self.line(of: child, awaiting: "\(id) to be \(state)") { $0 == awaited ? $0 : nil }
        return Double(uptime - saved) / 1e6
    }

    /// Waits for what our own feature measured.
    func measurement() throws -> Double {
        try Self.line(of: child, awaiting: "a measurement") { line in
            if case .measured(let nanoseconds) = line { nanoseconds } else { nil }
        }.0
    }

    /// Asks it to stop; it has to end well.
    func stop() throws {
        kill(child.identifier, SIGTERM)
        let code = try child.end(within: Self.patience)
        guard code == 0 else { throw BenchError.ended(child.program, code, child.lastLines) }
    }

    private static func line<Found>(
        of child: Child, awaiting awaited: String, _ find: (HostLine) -> Found?
    ) throws -> (Found, uptime: Int64) {
        while let line = try child.line(within: patience, awaiting: awaited) {
            if let found = find(HostLine(line.text)) { return (found, line.uptime) }
        }
        throw BenchError.ended(child.program, try child.end(within: patience), child.lastLines)
    }
}
