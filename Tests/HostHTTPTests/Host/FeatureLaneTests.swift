@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import Testing

@testable import HostHTTP

@Suite struct FeatureLaneTests {
    @Test func `routes that answer at once lose the loops by holding them as all others do`() throws {
        let clock = TestClock()
        let log = CapturedLog()
        let server = try HTTPServer(ServerOptions([], loops: 1), responder: Nobody())
        let conduct = Conduct(Log(feature: "lamp", sink: log.sink))
        let loop = server.executors[0]
        let lane = FeatureLane(on: loop, beside: loop, conduct, clock: clock.source)
        var runs = 0
        for _ in 0..<100 {
            #expect(lane.runHere { runs += 1 })
        }
        #expect(
            lane.runHere {
                runs += 1
                clock.advance(by: Holds.proof + .milliseconds(1))
            })
        #expect(!lane.runHere { runs += 1 })
        #expect(runs == 101)
        #expect(
            log.messages(.warning) == [
                "its handlers hold the threads that serve HTTP; they run on its own threads from now on"
            ])
    }
}

/// A responder that is never asked.
private final class Nobody: Responder {
    func admit(_ request: Request) -> Admission { .body(upTo: 0) }
    func respond(to request: Request, via exchange: any Exchange) {}
    func overdue(_ request: Request) -> Response { Response(.gatewayTimeout) }
    func finished(_ record: ExchangeRecord) {}
}
