import Glibc
import Measures

/// One run of the real host with the two features that are built with it.
final class HostRun {
    /// How long anything may take before the benchmark gives up; far beyond every bar.
    static let patience = 20.0
    static let features = ["ble", "track"]

    private let child: Child
    private let document: String
    private let root: String
    /// From the start of the process to its readiness line, in milliseconds.
    let startUp: Double

    /// Starts it in a folder of its own and waits for its readiness.
    init(program: String, root: String, folder: String, state: String) throws {
        self.root = root
        document = folder + "/plugins.yaml"
        try File.save(Self.text(root: root, trackIsOn: true), to: document)
        child = try Child(program, ["run", "--config", document, "--state", state], reading: .error)
        var readiness: Child.Line?
        while readiness == nil {
            guard let line = try child.line(within: Self.patience, awaiting: "its readiness") else {
                throw BenchError.ended(program, try child.end(within: Self.patience), child.lastLines)
            }
            if case .ready(let text) = HostLine(line.text) {
                guard Self.features.allSatisfy({ text.contains("\($0) active") }) else {
                    throw BenchError.silent(program, "two active features", child.lastLines)
                }
                readiness = line
            }
        }
        startUp = Double((readiness?.uptime ?? 0) - child.started) / 1e6
    }

    /// What the process holds now.
    var holding: ToggleCost.Holding { get throws { try ToggleCost.Holding(of: child.identifier) } }

    /// Saves the document with `track` on or off and waits for that; the milliseconds from the save to the line.
    func toggle(on: Bool) throws -> Double {
        let saved = try File.save(Self.text(root: root, trackIsOn: on), to: document)
        let awaited = HostLine.state(id: "track", state: on ? "active" : "off")
        while let line = try child.line(within: Self.patience, awaiting: "\(awaited)") {
            if HostLine(line.text) == awaited { return Double(line.uptime - saved) / 1e6 }
        }
        throw BenchError.ended(child.program, try child.end(within: Self.patience), child.lastLines)
    }

    /// Asks it to stop; it has to end well.
    func stop() throws {
        kill(child.identifier, SIGTERM)
        let code = try child.end(within: Self.patience)
        guard code == 0 else { throw BenchError.ended(child.program, code, child.lastLines) }
    }

    private static func text(root: String, trackIsOn: Bool) -> String {
        """
        features:
          ble:
            enabled: true
            settings:
              capture: "\(root)/samples/lap.btsnoop"
              repeat: true
          track:
            enabled: \(trackIsOn)

        """
    }
}
