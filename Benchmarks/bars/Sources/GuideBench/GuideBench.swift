@_spi(Hosting) import FeatureKit
import Glibc

@testable import BarsFeature

/// What one search takes in the thread that asks, and what an edit takes while searches run, with 100,000 bars.
@main
struct GuideBench {
    static func main() throws {
        let town = Town()
        var guide = try town.guide()
        print("shown in \(town.milliseconds) ms")
        let settings = Bars.Settings()
        let now = town.now
        for (name, search) in Town.searches {
            let question = try SearchQuestion(search, settings)
            let view = guide.view
            var times: [Double] = []
            var found = 0
            for _ in 0..<200 {
                let start = nanoseconds()
                let page = view.search(question, at: now)
                times.append(Double(nanoseconds() - start) / 1_000)
                found = page.items.count
            }
            times.sort()
            print(pad(name, 44), "median \(Int(times[100])) µs, most \(Int(times[199])) µs, \(found) found")
        }
        var times: [Double] = []
        for number in 0..<2_000 {
            let view = guide.view
            let bar = town.bar(number * 37 % Town.count, version: Int64(10_000_000 + number), name: "Renamed \(number)")
            let start = nanoseconds()
            guide.show(bar)
            times.append(Double(nanoseconds() - start) / 1_000)
            guard view.shelves.count == Town.count else { fatalError("\(number) \(view.shelves.count)") }
        }
        times.sort()
        print(
            "an edit while a search holds what was: median \(Int(times[1000])) µs, p99 \(Int(times[1980])) µs, most \(Int(times[1999])) µs"
        )
        times = []
        for number in 0..<2_000 {
            let view = guide.view
            let sitting = town.sitting(number * 37 % Town.count, 0, taken: 3, version: Int64(20_000_000 + number))
            let start = nanoseconds()
            guide.show(sitting)
            times.append(Double(nanoseconds() - start) / 1_000)
            guard view.shelves.count == Town.count else { fatalError("\(number) \(view.shelves.count)") }
        }
        times.sort()
        print(
            "a sitting while a search holds what was: median \(Int(times[1000])) µs, p99 \(Int(times[1980])) µs, most \(Int(times[1999])) µs"
        )
    }

    static func pad(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(0, count - text.count))
    }
}

func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
