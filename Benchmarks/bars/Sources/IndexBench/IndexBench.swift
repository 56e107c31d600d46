@_spi(Hosting) import FeatureKit
import Glibc
import Seating

@testable import BarsFeature

/// What one search and one edit take of their thread, with 100,000 bars.
@main
struct IndexBench {
    static func main() throws {
        let town = try Town()
        var index = BarIndex(town.settings, try Schedule(town.settings))
        tell("a plan of 5 tables", [milliseconds { _ = town.plan(tables: 5).largestParty }])
        tell("a plan of 20 tables", [milliseconds { _ = town.plan(tables: 20).largestParty }])
        tell("a plan of 200 tables", [milliseconds { _ = town.plan(tables: 200).largestParty }])
        tell("all bars indexed", [milliseconds { for bar in town.bars { index.update(bar) } }])
        tell("all shifts indexed", [milliseconds { for day in town.shiftDays { index.update(day) } }])
        for (name, search) in Town.searches {
            let question = try SearchQuestion(search, town.settings)
            var found = 0
            let times = (0..<200).map { _ in
                milliseconds { found = index.search(question, at: town.now).items.count }
            }
            tell("\(name): \(found) found", times)
        }
        let question = try SearchQuestion(Search(), town.settings)
        let page = index.search(question, at: town.now)
        var text = ""
        let writings = (0..<2_000).map { _ in milliseconds { text = page.json } }
        tell("a page of 20 as JSON: \(text.utf8.count) bytes", writings)
        for (name, edit) in try town.edits() {
            let times = (0..<2_000).map { number in milliseconds { edit(number, &index) } }
            tell(name, times)
        }
    }

    private static func tell(_ name: String, _ times: [Double]) {
        let sorted = times.sorted()
        let median = rounded(sorted[sorted.count / 2])
        guard sorted.count > 1 else { return print("\(name): \(median) ms") }
        print("\(name): median \(median) ms, p99 \(rounded(sorted[sorted.count * 99 / 100])) ms")
    }

    private static func rounded(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let start = now()
        body()
        return Double(now() - start) / 1_000_000
    }

    private static func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
