@_spi(Hosting) import FeatureKit
import Measures
import Seating

@testable import BarsFeature

/// What one search and one edit take of their thread, with 100,000 bars.
enum IndexRows {
    static func measure() throws -> [Row] {
        var rows: [Row] = []
        func tell(_ name: String, _ times: [Double]) throws {
            let figure = times.count > 1 ? Row.Figure.percentile(99) : .median
            rows.append(Row(name, unit: "ms", figure, ours: try Sample(times), bar: nil))
        }
        let town = try Town()
        var index = BarIndex(town.settings, try Schedule(town.settings))
        try tell("a plan of 5 tables", [milliseconds { _ = town.plan(tables: 5).largestParty }])
        try tell("a plan of 20 tables", [milliseconds { _ = town.plan(tables: 20).largestParty }])
        try tell("a plan of 200 tables", [milliseconds { _ = town.plan(tables: 200).largestParty }])
        try tell("all bars indexed", [milliseconds { for bar in town.bars { index.update(bar) } }])
        try tell("all shifts indexed", [milliseconds { for day in town.shiftDays { index.update(day) } }])
        for (name, search) in Town.searches {
            let question = try SearchQuestion(search, town.settings)
            var found = 0
            let times = (0..<200).map { _ in
                milliseconds { found = index.search(question, at: town.now).items.count }
            }
            try tell("\(name): \(found) found", times)
        }
        let question = try SearchQuestion(Search(), town.settings)
        let page = index.search(question, at: town.now)
        var text = ""
        let writings = (0..<2_000).map { _ in milliseconds { text = page.json } }
        try tell("a page of 20 as JSON: \(text.utf8.count) bytes", writings)
        for (name, edit) in try town.edits() {
            let times = (0..<2_000).map { number in milliseconds { edit(number, &index) } }
            try tell(name, times)
        }
        return rows
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let start = Uptime.ofThread
        body()
        return Double(Uptime.ofThread - start) / 1_000_000
    }
}
