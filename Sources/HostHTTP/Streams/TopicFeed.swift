@_spi(Hosting) import FeatureKit
import HTTPServer
import JSON

/// Tells those who follow a topic what is published there, while its feature is on.
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

    /// Tells until it is ended or cancelled.
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
                // They followed without a break, and yet something is missing.
                feed.publish("gap", Array(#"{"missed":\#(lost &- dropped)}"#.utf8), replaces: false)
                dropped = lost
            }
            feed.publish(event, Array(message.value.json.utf8), replaces: bus.keepsLatest(topic))
        }
    }
}
