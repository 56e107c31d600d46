import FeatureKit
import HostConfig
import HostRuntime

/// Who publishes, reads, serves and asks what, as their code declares it and the host enforces it.
struct WiringMap: Sendable {
    struct Feature: Sendable {
        let id: String
        let isOn: Bool
        let state: String
        let needs: [String]
        let after: [String]
        /// The collections that it keeps, which are nobody else's.
        let keeps: [String]
    }

    struct Topic: Sendable {
        let name: String
        let publishers: [String]
        let readers: [String]
        let traffic: TopicTraffic
    }

    struct Route: Sendable {
        let name: String
        /// Who may serve it; one of them does, if it is served.
        let servers: [String]
        let askers: [String]
        let isServed: Bool
    }

    /// What the host is called among its features.
    static let host = "host"

    let features: [Feature]
    let topics: [Topic]
    let routes: [Route]

    init(_ reports: [FeatureReport]) {
        features = reports.map { report in
            Feature(
                id: report.id, isOn: report.isOn, state: report.state.word, needs: report.manifest?.needs ?? [],
                after: report.manifest?.after ?? [], keeps: report.keeps)
        }
        var topics: [String: Topic] = [:]
        for report in reports {
            for topic in report.topics {
                // What the host itself tells no feature declares.
                let own = topic.name == FeatureKit.Topic.hostFeatures.name ? [Self.host] : []
                let known = topics[topic.name]
                topics[topic.name] = Topic(
                    name: topic.name, publishers: (known?.publishers ?? own) + (topic.publishes ? [report.id] : []),
                    readers: (known?.readers ?? []) + (topic.reads ? [report.id] : []), traffic: topic.traffic)
            }
        }
        self.topics = topics.values.sorted { $0.name < $1.name }
        let served = reports.flatMap { report in report.routes.map { (name: $0.name, by: report.id, now: $0.isServed) }
        }
        let asked = reports.flatMap { report in report.requests.map { (name: $0, by: report.id) } }
        routes = Set(served.map(\.name) + asked.map(\.name)).sorted().map { name in
            Route(
                name: name, servers: served.filter { $0.name == name }.map(\.by),
                askers: asked.filter { $0.name == name }.map(\.by),
                isServed: served.contains { $0.name == name && $0.now })
        }
    }

    /// The map as data.
    var value: Value {
        [
            "features": .list(
                features.map { feature in
                    [
                        "id": .text(feature.id), "on": .boolean(feature.isOn), "state": .text(feature.state),
                        "needs": .texts(feature.needs), "after": .texts(feature.after),
                        "keeps": .texts(feature.keeps),
                    ]
                }),
            "topics": .list(
                topics.map { topic in
                    [
                        "name": .text(topic.name), "publishers": .texts(topic.publishers),
                        "readers": .texts(topic.readers), "published": .count(topic.traffic.published),
                        "delivered": .count(topic.traffic.delivered), "dropped": .count(topic.traffic.dropped),
                        "waiting": .integer(Int64(topic.traffic.waiting)),
                        "kept": .integer(Int64(topic.traffic.kept)), "forgotten": .count(topic.traffic.forgotten),
                    ]
                }),
            "routes": .list(
                routes.map { route in
                    [
                        "name": .text(route.name), "servers": .texts(route.servers), "askers": .texts(route.askers),
                        "served": .boolean(route.isServed),
                    ]
                }),
        ]
    }
}
