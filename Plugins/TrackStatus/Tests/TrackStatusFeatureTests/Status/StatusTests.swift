import BLEContracts
import FeatureKit
import FeatureTestKit
import Testing

@testable import TrackStatusFeature

@Suite struct StatusTests {
    /// Everything that there is to say.
    private var full: Status {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock", sectors: [2])])
        var report = NetworkReport.says(.normal, sectors: [2: .yellow, 3: .normal], message: "go")
        (report.temperature, report.humidity, report.wind, report.forecast) = (20, 50, 2, "dry")
        report.updated = at(0).wall
        state.take(report, at: 0)
        state.hear(.from(1, zone: 7, .safetyCar), at: 1)
        state.say(.says(.normal, message: "checked", until: 500), zone: 8, at: 2)
        state.set(.of([9], message: "leave"), at: 3)
        state.loseNetwork("refused", at: at(4))
        var status = state.status
        status.revision = 7
        return status
    }

    @Test func `All of it fits its Shape`() throws {
        #expect(Status.shape.problems(in: try Value(encoding: full)).isEmpty)
        #expect(ZoneStatus.shape.problems(in: try Value(encoding: full.here(9))).isEmpty)
        #expect(ZoneStatus.shape.problems(in: try Value(encoding: full.here(100))).isEmpty)
    }

    @Test func `News is what people must know at once`() {
        func changed(_ change: (inout Status) -> Void) -> Status {
            var status = full
            change(&status)
            return status
        }
        let refreshes: [(inout Status) -> Void] = [
            { $0.revision = 9 }, { $0.validUntil = at(99).wall }, { $0.temperature = 30 }, { $0.humidity = 1 },
            { $0.wind = nil },
            { $0.forecast = "rain" }, { $0.zones[1].validUntil = at(99).wall }, { $0.sources.ble.senders = 5 },
            { $0.sources.ble.heard = at(99).wall }, { $0.sources.network?.at = at(99).wall },
            { $0.sources.network?.updated = at(99).wall },
        ]
        for (index, refresh) in refreshes.enumerated() {
            #expect(!changed(refresh).isNews(after: full), "\(index)")
        }
        let news: [(inout Status) -> Void] = [
            { $0.mode = .redFlag }, { $0.stale = true }, { $0.ending = true }, { $0.source = .ble },
            { $0.message = nil },
            { $0.evacuation = nil }, { $0.evacuation?.kept = false }, { $0.evacuation?.clearingUntil = at(9).wall },
            { $0.zones[0].mode = .vsc }, { $0.zones[0].source = nil }, { $0.zones.removeLast() },
            { $0.sectors[0].mode = .redFlag }, { $0.sectors[0].stale = true }, { $0.sources.network?.problem = nil },
            { $0.sources.network?.stale = true }, { $0.sources.staff = nil },
        ]
        for (index, news) in news.enumerated() { #expect(changed(news).isNews(after: full), "\(index)") }
    }

    @Test func `The last word is stale, never normal, and an evacuation as it is`() {
        let last = full.last(at: at(60).wall)
        #expect(last.mode == .evacuation && last.stale && last.since == at(60).wall && last.validUntil == nil)
        #expect(last.evacuation == full.evacuation && last.zones.allSatisfy { $0.stale && $0.mode != .normal })
        #expect(last.sectors.map(\.mode) == [.yellow, .unknown] && last.sectors.allSatisfy(\.stale))
        #expect(last.sources.network?.stale == true && last.sources.ble.senders == 0)
        var calm = TrackState()
        calm.take(.says(.normal), at: 0)
        let word = calm.status.last(at: at(60).wall)
        #expect(word.mode == .unknown && word.look == .init(.unknown))
        // Said once more it is the same.
        #expect(word.last(at: at(90).wall) == word)
    }
}
