import Measures

/// What starting the real host with its two features costs, and what it takes to sit there.
struct StartRows {
    static let turns = 11
    static let startBar = 150.0
    static let memoryBar = 40.0
    /// Debian's own, where it is installed.
    static let python = "/usr/bin/python3"

    let options: Options

    func measure() throws -> [Row] {
        var first: [Double] = []
        var later: [Double] = []
        var resident: [Double] = []
        var python: [Double] = []
        for turn in 0..<Self.turns {
            let state = "\(options.scratch)/state-\(turn)"
            for isFirst in [true, false] {
                let run = try HostRun(
                    options, document: TwoFeatures.document(options), state: state, active: TwoFeatures.ids)
                if isFirst { first.append(run.startUp) } else { later.append(run.startUp) }
                resident.append(try run.holding.residentMebibytes)
                try run.stop()
            }
            if let start = try? pythonStart() { python.append(start) }
        }
        let peer = (try? Sample(python)).map { Row.Peer(name: "python3 -c pass", sample: $0) }
        return try [
            Row(
                "start with two features, empty state folder", unit: "ms", ours: Sample(first), bar: Self.startBar,
                peer: peer),
            Row(
                "start with two features, known state folder", unit: "ms", ours: Sample(later), bar: Self.startBar,
                peer: peer),
            Row("resident once it is ready", unit: "MiB", ours: Sample(resident), bar: Self.memoryBar),
        ]
    }

    /// What starting any process with a runtime costs here; there is no other host of this kind to start.
    private func pythonStart() throws -> Double {
        let child = try Child(Self.python, ["-c", "pass"], reading: .error)
        let code = try child.end(within: HostRun.patience)
        guard code == 0 else { throw BenchError.ended(Self.python, code, child.lastLines) }
        return Double(Uptime.nanoseconds - child.started) / 1e6
    }
}
