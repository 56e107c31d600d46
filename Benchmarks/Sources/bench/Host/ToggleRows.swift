import Measures

/// Switching a feature on and off by saving the document, ten thousand times: how fast, and what stays behind.
struct ToggleRows {
    /// Each with a host of its own; memory is a matter of pages and so of luck.
    static let turns = 3
    /// Toggles before the first figure is taken, and the ones that are measured.
    static let settlingToggles = 2_000
    static let measuredToggles = 8_000
    static let latencyBar = 50.0
    static let bytesBar = 20.0

    let options: Options

    func measure() throws -> [Row] {
        var latencies: [Double] = []
        var costs: [ToggleCost] = []
        for turn in 0..<Self.turns {
            let run = try HostRun(
                options, document: TwoFeatures.document(options), state: "\(options.scratch)/state-toggles-\(turn)",
                active: TwoFeatures.ids)
            for _ in 0..<(Self.settlingToggles / 2) { _ = try offAndOn(run) }
            let settled = try run.holding
            for _ in 0..<(Self.measuredToggles / 2) { latencies += try offAndOn(run) }
            costs.append(ToggleCost(settled: settled, end: try run.holding, toggles: Self.measuredToggles))
            try run.stop()
        }
        func left(_ what: String, _ unit: String, bar: Double, _ figure: (ToggleCost) -> Double) throws -> Row {
            Row("\(what) left behind", unit: unit, ours: try Sample(costs.map(figure)), bar: bar)
        }
        return try [
            Row(
                "save in the file to feature on or off", unit: "ms", .percentile(99), ours: Sample(latencies),
                bar: Self.latencyBar),
            left("resident memory that a toggle", "bytes", bar: Self.bytesBar, \.bytesPerToggle),
            left("descriptors that \(Self.measuredToggles) toggles", "", bar: 0) { Double($0.leakedDescriptors) },
            left("threads that \(Self.measuredToggles) toggles", "", bar: 0) { Double($0.leakedThreads) },
        ]
    }

    private func offAndOn(_ run: HostRun) throws -> [Double] {
        try [
            run.save(TwoFeatures.document(options, trackIsOn: false), awaiting: "track", toBe: "off"),
            run.save(TwoFeatures.document(options), awaiting: "track", toBe: "active"),
        ]
    }
}
