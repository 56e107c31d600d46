@_spi(Hosting) import FeatureKit
import Glibc
import JSON

@testable import BarsFeature

/// What one search takes of its thread, and what an edit takes while searches go on, with 100,000 bars.
@main
struct GuideBench {
    static func main() throws {
        let town = try Town()
        var guide = Guide(town.settings, try Hours(town.settings))
        tell("a plan of 5 tables", [milliseconds { _ = Sitting.largest(in: town.space(tables: 5)) }])
        tell("a plan of 20 tables", [milliseconds { _ = Sitting.largest(in: town.space(tables: 20)) }])
        tell("a plan of 200 tables", [milliseconds { _ = Sitting.largest(in: town.space(tables: 200)) }])
        tell("all bars shown", [milliseconds { for bar in town.bars { guide.show(bar) } }])
        tell("all sittings shown", [milliseconds { for sitting in town.sittings { guide.show(sitting) } }])
        for (name, search) in Town.searches {
            let question = try SearchQuestion(search, town.settings)
            let view = guide.view
            var found = 0
            let times = (0..<200).map { _ in
                milliseconds { found = view.search(question, at: town.now).items.count }
            }
            tell("\(name): \(found) found", times)
        }
        let question = try SearchQuestion(Search(), town.settings)
        let page = guide.view.search(question, at: town.now)
        var bytes: [UInt8] = []
        let writings = (0..<2_000).map { _ in
            bytes.removeAll(keepingCapacity: true)
            return milliseconds { try? page.writeJSON(to: &bytes) }
        }
        tell("a page of 20 as JSON: \(bytes.count) bytes", writings)
        for (name, edit) in try town.edits() {
            // As if a search were going on all the time.
            let times = (0..<2_000).map { number in
                let view = guide.view
                defer { withExtendedLifetime(view) {} }
                return milliseconds { edit(number, &guide) }
            }
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
