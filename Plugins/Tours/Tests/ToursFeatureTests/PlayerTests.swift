import FeatureKit
import Speech
import Testing

@testable import ToursFeature

@Suite struct PlayerTests {
    private func item(_ order: Int) -> PlayItem {
        PlayItem(id: "w.\(order)", stop: ID("s\(order)"), text: "Text \(order)", language: "es", order: order)
    }

    @Test func aStopThatComesLaterIsToldBeforeThoseWithHigherOrders() throws {
        let player = Player()
        _ = player.follow([item(1), item(4)], at: morning) { _ in false }
        _ = player.follow([item(2), item(1)], at: morning) { _ in false }
        var order: [Int] = []
        while let playing = player.now.play {
            order.append(playing.order)
            _ = player.finish(playing.utterance, at: morning)
        }
        #expect(order == [1, 2, 4])
    }

    @Test func anEmergencyInterruptsAndTheStopIsToldAgain() throws {
        let player = Player()
        _ = player.follow([item(1)], at: morning) { _ in false }
        let before = player.events(after: nil).last
        let alarm = PlayItem(id: "track.1", text: "Leave", language: "en")
        _ = player.interrupt(with: alarm, isEmergency: true, at: morning)
        _ = player.interrupt(with: alarm, isEmergency: true, at: morning)
        let playing = try #require(player.now.play)
        #expect(playing.text == "Leave")
        _ = player.finish(playing.utterance, at: morning)
        let events = player.events(after: before).events
        #expect(events.map { $0.play?.id } == [nil, "track.1", "w.1"])
        #expect(events[0].stop != nil && events[0].isSnapshot == false)
    }

    @Test func anotherRunKnowsNoEventOfThisOne() throws {
        let event = try #require(Player().events(after: nil).events.first)
        #expect(event.isSnapshot)
        #expect(Player().number(of: event.id) == nil)
    }
}
