import Glibc
import Measures

/// What the real host costs: starting, sitting there, being changed.
struct HostRows {
    static let starts = 11
    /// Toggles before the first figure is taken, and the ones that are measured.
    static let settlingToggles = 2_000
    static let measuredToggles = 8_000
    static let startBar = 150.0
    static let memoryBar = 40.0
    static let latencyBar = 50.0
    static let bytesBar = 20.0
    /// Debian's own, where it is installed.
    static let python = "/usr/bin/python3"

    let program: String
    let root: String
    /// A folder for documents and state; it is made anew.
    let folder: String

    func measure() throws -> [Row] { try measureStarts() + measureToggles() }

    private func measureStarts() throws -> [Row] {
        var first: [Double] = []
        var later: [Double] = []
        var resident: [Double] = []
        var python: [Double] = []
        for turn in 0..<Self.starts {
            let state = "\(folder)/state-\(turn)"
            for isFirst in [true, false] {
                let run = try HostRun(program: program, root: root, folder: folder, state: state)
                if isFirst { first.append(run.startUp) } else { later.append(run.startUp) }
                resident.append(Double(try run.holding.residentBytes) / 1_048_576)
                try run.stop()
            }
            if let peer = try? pythonStart() { python.append(peer) }
        }
        let peer = Sample(python).map { Row.Peer(name: "python3 -c pass", sample: $0) }
        return [
            Sample(first).map {
                Row(
                    "cold start with two features, empty state folder", unit: "ms", ours: $0, bar: Self.startBar,
                    peer: peer)
            },
            Sample(later).map {
                Row(
                    "cold start with two features, known state folder", unit: "ms", ours: $0, bar: Self.startBar,
                    peer: peer)
            },
            Sample(resident).map { Row("resident once it is ready", unit: "MiB", ours: $0, bar: Self.memoryBar) },
        ].compactMap { $0 }
    }

    /// What starting any process with a runtime costs here; there is no other host of this kind to start.
    private func pythonStart() throws -> Double {
        let child = try Child(Self.python, ["-c", "pass"], reading: .error)
        guard try child.end(within: HostRun.patience) == 0 else {
            throw BenchError.ended(Self.python, 1, child.lastLines)
        }
        return Double(Uptime.nanoseconds - child.started) / 1e6
    }

    private func measureToggles() throws -> [Row] {
        let run = try HostRun(program: program, root: root, folder: folder, state: "\(folder)/state-toggles")
        for toggle in 0..<Self.settlingToggles { _ = try run.toggle(on: toggle % 2 == 1) }
        let settled = try run.holding
        var latencies: [Double] = []
        for toggle in 0..<Self.measuredToggles { latencies.append(try run.toggle(on: toggle % 2 == 1)) }
        let cost = ToggleCost(settled: settled, end: try run.holding, toggles: Self.measuredToggles)
        try run.stop()
        return [
            Sample(latencies).map {
                Row(
                    "save in the file to feature on or off", unit: "ms", .percentile(99), ours: $0, bar: Self.latencyBar
                )
            },
            Sample([cost.bytesPerToggle]).map {
                Row("resident memory that a toggle leaves behind", unit: "bytes", ours: $0, bar: Self.bytesBar)
            },
            Sample([Double(cost.leakedDescriptors)]).map {
                Row("descriptors left behind by \(Self.measuredToggles) toggles", unit: "", ours: $0, bar: 0)
            },
            Sample([Double(cost.leakedThreads)]).map {
                Row("threads left behind by \(Self.measuredToggles) toggles", unit: "", ours: $0, bar: 0)
            },
        ].compactMap { $0 }
    }
}
