import Measures

/// The benchmarks of the host, each started by the script beside `Benchmarks/README.md` that has its name.
@main enum Bench {
    static func main() async {
        await Harness.run([
            "host": { arguments in
                let options = try Options(arguments)
                return try FanoutRows(options: options).measure() + StartRows(options: options).measure()
                    + ToggleRows(options: options).measure()
            },
            "access": { try await AccessRows.measure(only($0, "FOLDER")) },
            "flags": { try FlagRows.measure(beside: only($0, "PEERS")) },
            "config": { try await ConfigRows.measure($0) },
            "store": { try await StoreRows.measure($0) },
            "worker": { arguments in
                guard arguments.count == 2, let count = Int(arguments[1]) else {
                    throw BenchError("usage: bench worker LIBRARY RESTARTS")
                }
                return try await WorkerRows.measure(arguments[0], restarts: count)
            },
            "ble-range": { try RangeBench.run(only($0, "FOLDER")) },
            "geofences": { _ in try GeofenceRows.measure() },
            "rostering": { _ in try RosterRows.measure() },
        ])
    }

    private static func only(_ arguments: [String], _ name: String) throws -> String {
        guard arguments.count == 1 else { throw BenchError("give one argument, \(name)") }
        return arguments[0]
    }
}
