@_spi(Hosting) import FeatureKit
import HTTPServer
import JSON

/// Sends a topic's messages to its followers while its module is on.
final class TopicFeed: Sendable {
    let feed = EventFeed()
    private let topic: String
    private let event: String
    private let bus: BusCore
    private let messages: Trace
    private let stop = Signal()

    /// Reads the topic from now on.
    init(_ topic: String, of bus: BusCore) {
        self.topic = topic
        self.bus = bus
        event = EventName.of(topic)
        messages = bus.watch(topic, as: "http")
    }

    /// Sends messages until it is ended or cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.tell() }
            await stop.wait()
            group.cancelAll()
        }
    }

    /// Ends every stream with an event that says why.
    func end(_ reason: [UInt8]) {
        stop.raise()
        feed.end("end", reason)
    }

    private func tell() async {
        var dropped: UInt64 = 0
        for await message in messages {
            let lost = messages.dropped
            if lost != dropped {
                // The followers were never disconnected, but the bus has dropped messages.
                feed.publish("gap", Array(#"{"missed":\#(lost &- dropped)}"#.utf8), as: .event)
                dropped = lost
            }
            feed.publish(event, Array(message.value.json.utf8), as: role(of: message))
        }
    }

    /// A new follower gets the messages that the topic keeps.
    private func role(of message: Trace.Element) -> EventRole {
        switch bus.retention(of: topic) {
        case .nothing: return .event
        case .latest: return .state
        case .latestPer(let key):
            guard let mark = message.mark else { return .event }
            return mark.isOver ? .end(of: mark.key) : .state(of: mark.key, most: key.most)
        @unknown default: return .event
        }
    }
}
