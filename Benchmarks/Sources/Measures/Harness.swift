import FeatureKit
import Glibc

/// Runs one of a program's benchmarks: `PROGRAM [--results FILE] BENCHMARK ARGUMENT…`.
package enum Harness {
    /// Measures, and returns what it found; a benchmark that only shows where time goes has no rows.
    package typealias Benchmark = (_ arguments: [String]) async throws -> [Row]

    /// Prints the rows, writes them to the file, and ends the process: with 1 where a bar is missed, with 2 where something could not
    /// be measured.
    package static func run(_ benchmarks: [String: Benchmark]) async -> Never {
        do {
            var arguments = Array(CommandLine.arguments.dropFirst())
            var results: String?
            if arguments.count > 1, arguments[0] == "--results" {
                results = arguments[1]
                arguments.removeFirst(2)
            }
            guard let name = arguments.first, let benchmark = benchmarks[name] else {
                throw BenchError("give one of \(benchmarks.keys.sorted().joined(separator: ", "))")
            }
            let rows = try await benchmark(Array(arguments.dropFirst()))
            if !rows.isEmpty { print(Table.text(rows)) }
            if let results {
                let value = Value.object(Members([("rows", .list(rows.map(\.json)))]))
                try File.save(value.prettyJSON + "\n", to: results)
            }
            exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
        } catch {
            var line = "error: \(error)\n"
            _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            exit(2)
        }
    }
}
