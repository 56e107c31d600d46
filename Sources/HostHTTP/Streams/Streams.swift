@_spi(Hosting) package import FeatureKit
import HTTPServer

/// What goes on after an answer has begun: the topics that apps follow, and the routes that stream.
///
/// Whoever makes it runs it, for as long as a server answers.
package final class Streams: Sendable {
    private let bus: BusCore
    private let quiet: QuietStreams
    private let topics = Lock<[String: TopicFeed]>([:])
    /// Raised when the host stops.
    let stopping = Signal()
    /// Unbounded: it holds no more than was switched on since `run()` looked.
    private let fresh: AsyncStream<TopicFeed>
    private let arrivals: AsyncStream<TopicFeed>.Continuation

    /// Makes streams over a bus; nothing is told before it runs.
    package init(bus: BusCore, clock: any ClockSource) {
        self.bus = bus
        quiet = QuietStreams(clock: clock)
        (fresh, arrivals) = AsyncStream.makeStream()
    }

    /// Tells what the topics tell, until it is cancelled.
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

    /// Where a topic can be followed; nil where it can't be.
    func feed(of topic: String) -> EventFeed? { topics.withLock { $0[topic]?.feed } }

    /// Sees to it that an answer begins soon, also where its first event takes long.
    func watch(_ reply: StreamReply) { quiet.add(reply) }
}
