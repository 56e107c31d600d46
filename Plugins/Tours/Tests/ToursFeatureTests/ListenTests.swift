import FeatureKit
import FeatureTestKit
import Testing

@testable import ToursFeature

/// The stream of what is played, for clients that come back.
@Suite(.timeLimit(.minutes(1))) struct ListenTests {
    private func listen(_ probe: Probe, _ walk: ID<Walk>, after lastEventID: String? = nil)
        -> AsyncThrowingStream<PlayEvent, any Error>.Iterator
    {
        probe.replies(of: ToursService.listenRoute, .init(walk: walk, lastEventID: lastEventID), as: bob)
            .makeAsyncIterator()
    }

    @Test func `a client that comes back is told what it missed, and everything by another run`() async throws {
        try await withTours { probe in
            let walk = try await probe.walk()
            var client = listen(probe, walk)
            #expect(try await client.next()?.isSnapshot == true)
            try await probe.go(to: 40, on: walk)
            let first = try #require(try await client.next())
            #expect(first.play?.stop == ID("r1") && !first.isSnapshot)
            client = listen(probe, walk, after: first.eventID)
            // What happens now comes to one that knows the first event, and to one that knows none as what there is.
            let utterance = try #require(first.play?.utterance)
            _ = try await probe.call(
                ToursService.audioControlRoute, .init(walk: walk, action: .finished, utterance: utterance), as: bob)
            try await probe.go(to: 40.005, on: walk)
            var missed: PlayEvent?
            while missed?.play?.stop != ID("r2") {
                let event = try #require(try await client.next())
                #expect(!event.isSnapshot && event.play?.stop != ID("r1"))
                missed = event
            }
            var late = listen(probe, walk, after: first.eventID)
            let change = try #require(try await late.next())
            #expect(!change.isSnapshot)
            var newcomer = listen(probe, walk)
            let all = try #require(try await newcomer.next())
            #expect(all.isSnapshot && all.play?.id == missed?.play?.id)
            try await probe.restart(Tours.self, .init())
            var after = listen(probe, walk, after: missed?.eventID)
            let again = try #require(try await after.next())
            #expect(again.isSnapshot && again.play?.id == missed?.play?.id)
        }
    }
}
