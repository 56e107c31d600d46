internal import FeatureKit

/// Where the network says what the flags say, and how it is asked.
struct NetworkSettings: Shaped, Codable, Equatable {
    static let longestAddress = 2_048

    var url: String
    var stream = false
    var every = Duration.seconds(5)
    var timeout = Duration.seconds(10)
    var stale = Duration.seconds(30)
    var bearer: Secret?

    static let shape = Shape.object([
        Field("url", .text(length: 1...longestAddress), "An address of http or https."),
        Field("stream", .boolean, "Whether it is a stream of server-sent events; else it is polled.", default: false),
        Field("every", .duration(in: .seconds(1) ... .seconds(3_600)), "How often it is polled.", default: "5s"),
        Field(
            "timeout", .duration(in: .milliseconds(100) ... .seconds(300)),
            "How long an answer may take, or a stream's beginning.", default: "10s"),
        Field(
            "stale", .duration(in: .seconds(2) ... .seconds(86_400)),
            "After how long of silence what it said is stale; more than `every`.", default: "30s"),
        Field("bearer", .secret, "What it is asked with.", optional: true),
    ])
}
