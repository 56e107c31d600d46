@_spi(Hosting) package import FeatureKit
import HTTPServer

/// The answers that go on after their beginning: the topics that apps follow, and the routes that stream.
///
/// Its owner runs it for as long as a server answers.
package final class Streams: Sendable {
    private let bus: BusCore
    private let quiet: QuietStreams
    private let topics = Lock<[String: TopicFeed]>([:])
    /// Raised when the host stops.
    let stopping = Signal()
    /// Unbounded, since it holds only the topics that were added since `run()` last read it.
    private let fresh: AsyncStream<TopicFeed>
    private let arrivals: AsyncStream<TopicFeed>.Continuation

    /// Makes streams over a bus; nothing is sent before `run()`.
    package init(bus: BusCore, clock: any ClockSource) {
        self.bus = bus
        quiet = QuietStreams(clock: clock)
        (fresh, arrivals) = AsyncStream.makeStream()
    }

    /// Publishes the topics' messages to followers until it is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.quiet.run() }
            for await topic in fresh { group.addTask { await topic.run() } }
        }
    }

    /// Lets apps follow the topics of these features, and ends the streams of all others.
    package func update(_ features: [MountedFeature]) {
        let wanted = Set(features.flatMap(\.watchable))
        let (ended, begun) = topics.withLock { topics -> ([TopicFeed], [TopicFeed]) in
            let ended = topics.filter { !wanted.contains($0.key) }
            for name in ended.keys { topics[name] = nil }
            var begun: [TopicFeed] = []
            for name in wanted where topics[name] == nil {
                let topic = TopicFeed(name, of: bus)
                topics[name] = topic
                begun.append(topic)
            }
            return (Array(ended.values), begun)
        }
        for topic in begun { arrivals.yield(topic) }
        for topic in ended { topic.end(StreamReply.off) }
    }

    /// Ends all streams: the host stops.
    package func stop() {
        stopping.raise()
        for topic in topics.withLock({ Array($0.values) }) { topic.end(StreamReply.stopping) }
    }

    /// The feed of a topic; nil if the topic can't be followed.
    func feed(of topic: String) -> EventFeed? { topics.withLock { $0[topic]?.feed } }

    /// Makes an answer begin soon, even if its first event takes long.
    func watch(_ reply: StreamReply) { quiet.add(reply) }
}
