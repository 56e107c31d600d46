internal import Glibc
internal import Measures

@testable import BLEFeature

/// What hearing costs, and how soon it is told: see Benchmarks/README.md.
@main struct AirBench {
    static func main() async throws {
        let all = CommandLine.arguments.dropFirst().first != "delivery"
        var isMissed = false
        if all {
            for row in Parsing.run() {
                let each = Int(row.value.rounded())
                isMissed = isMissed || !row.meetsBar
                print(
                    "\(row.name): \(each) ns (\(Int(row.ours.smallest)) to \(Int(row.ours.largest))), "
                        + "\(1_000_000_000 / each) a second")
            }
        }
        let fromCapture = try await Delivery.fromCapture()
        isMissed = tell("a recording's record to a neighbour", fromCapture) || isMissed
        let fromPosts = try await Delivery.fromPosts()
        isMissed = tell("a post of \(BeaconService.mostPosted) to a neighbour, its last word", fromPosts) || isMissed
        if all { isMissed = Flood.run() > Flood.mostGrowth || isMissed }
        exit(isMissed ? 1 : 0)
    }

    private static let mostMilliseconds = 5.0

    /// Whether the bar is missed.
    private static func tell(_ name: String, _ sample: Sample?) -> Bool {
        guard let sample else { return true }
        let figures = [50, 99, 100].map { String(Int(sample.percentile($0) * 1_000)) }
        print("\(name): median \(figures[0]) µs, p99 \(figures[1]) µs, most \(figures[2]) µs")
        return sample.percentile(99) > mostMilliseconds
    }
}
