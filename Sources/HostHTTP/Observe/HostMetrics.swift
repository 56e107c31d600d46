@_spi(Hosting) import FeatureKit
import FlagEngine
import HTTPServer
import HostConfig
import HostRuntime
import HostWorker

/// Everything that `/metrics` shows, at one moment.
///
/// Labels are ids, routes and topics of manifests, and words that are listed here; nothing that callers send.
struct HostMetrics {
    /// One of the servers, and its counters.
    struct Server {
        /// `apps` or `local`.
        let name: String
        let counts: ServerCounts?
        let requests: [RequestCounts.Key: RequestCounts.Cell]
    }

    let version: String
    let started: Timestamp
    let isReady: Bool
    let process: ProcessFacts
    let features: [FeatureReport]
    /// How many overrides there are.
    let overrides: [OverrideTarget.Kind: Int]
    let statuses: [FeatureStatus]
    let topics: [(name: String, traffic: TopicTraffic)]
    let linesLost: Int
    let flags: FlagBoard.Snapshot
    let sources: [SourceState]
    let status: ConfigurationStatus
    /// Of the configuration.
    let revision: Int
    let exposures: Exposures.Counts
    let stores: [OpenStore]
    let damagedStores: [String]
    let servers: [Server]
    /// How many requests were refused by a rate limit, by the kind of limit.
    var limited: [(by: String, count: Int)] = []

    var text: String {
        var out = Exposition()
        writeHost(&out)
        writeProcess(&out)
        writeFeatures(&out)
        writeTopics(&out)
        writeRequests(&out)
        writeServers(&out)
        writeFlags(&out)
        writeConfig(&out)
        writeStores(&out)
        return out.text
    }

    private func writeHost(_ out: inout Exposition) {
        out.write(
            "flagstand_info", .gauge, "Which host this is; always 1.",
            [([("version", version), ("kit", "\(KitVersion.current)")], 1)])
        out.write("flagstand_ready", .gauge, "Whether /readyz says so.", isReady ? 1 : 0)
        out.write(
            "flagstand_document_refused", .gauge, "Whether an older document counts because the newest has errors.",
            status.rejection == nil ? 0 : 1)
        out.write(
            "flagstand_log_lines_lost_total", .counter, "Lines of the log that nobody will read.", Double(linesLost))
    }

    /// The names that every Prometheus client uses, so that common dashboards fit.
    private func writeProcess(_ out: inout Exposition) {
        out.write(
            "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.",
            Double(started.nanoseconds) / 1e9)
        out.write(
            "process_cpu_seconds_total", .counter, "Time on processors, of user and system.", process.processorSeconds)
        out.write(
            "process_resident_memory_bytes", .gauge, "Memory that it holds.", process.residentBytes.map(Double.init))
        out.write("process_open_fds", .gauge, "Descriptors that are open.", process.openDescriptors.map(Double.init))
        out.write(
            "process_max_fds", .gauge, "Descriptors that may be open.", process.mostDescriptors.map(Double.init))
    }

    private func writeFeatures(_ out: inout Exposition) {
        out.write(
            "flagstand_feature_state", .gauge, "1 for the state that the feature is in, 0 for the others.",
            features.flatMap { feature in
                FeatureState.words.map { ([("feature", feature.id), ("state", $0)], feature.state.word == $0 ? 1 : 0) }
            })
        out.write(
            "flagstand_feature_wanted", .gauge, "Whether the feature shall run.",
            features.map { ([("feature", $0.id)], $0.isOn ? 1 : 0) })
        out.write(
            "flagstand_feature_toggled", .gauge, "Whether an operator switched it by hand.",
            features.map { ([("feature", $0.id)], $0.toggle == nil ? 0 : 1) })
        out.write(
            "flagstand_overrides", .gauge, "What operators decided, by what it is about.",
            OverrideTarget.Kind.allCases.map { ([("kind", $0.rawValue)], Double(overrides[$0, default: 0])) })
        out.write(
            "flagstand_feature_starts_total", .counter, "How many times it was started.",
            statuses.map { ([("feature", $0.id)], Double($0.starts)) })
        out.write(
            "flagstand_feature_failures_total", .counter, "How many of its runs failed.",
            statuses.map { ([("feature", $0.id)], Double($0.allFailures)) })
        writeWorkers(&out)
    }

    private func writeWorkers(_ out: inout Exposition) {
        let workers = features.compactMap { feature in feature.worker.map { (feature.id, $0) } }
        func write(_ name: String, _ help: String, _ value: (WorkerReport) -> Int?) {
            out.write(
                name, .gauge, help,
                workers.compactMap { id, worker in value(worker).map { ([("feature", id)], Double($0)) } })
        }
        write("flagstand_worker_resident_bytes", "Memory that the feature's process holds.", \.residentBytes)
        write("flagstand_worker_memory_limit_bytes", "Memory that it may hold.") { $0.limits.memory }
        write("flagstand_worker_open_fds", "Descriptors that the feature's process has open.", \.openDescriptors)
        out.write(
            "flagstand_worker_ends_total", .counter, "Processes of features that ended unasked, by what they came to.",
            statuses.flatMap { status in
                WorkerEnding.allCases.compactMap { ending in
                    status.endings[ending].map { ([("feature", status.id), ("end", ending.rawValue)], Double($0)) }
                }
            })
    }

    private func writeFlags(_ out: inout Exposition) {
        out.write("flagstand_flags", .gauge, "Flags that can be asked.", Double(flags.program.flags.count))
        out.write(
            "flagstand_flags_revision", .gauge, "Which state of all flags counts.", Double(flags.program.revision))
        out.write(
            "flagstand_flags_changed_seconds", .gauge, "Since when it counts, in seconds since 1970.",
            Double(flags.since.nanoseconds) / 1e9)
        out.write(
            "flagstand_flag_source_failures", .gauge, "How many times in a row a file or an address could not be used.",
            sources.map { ([("source", $0.name)], Double($0.failures)) })
        out.write(
            "flagstand_flag_source_good_seconds", .gauge,
            "When a file or an address was good last, in seconds since 1970.",
            sources.compactMap { source in
                source.goodSince.map { ([("source", source.name)], Double($0.nanoseconds) / 1e9) }
            })
        out.write(
            "flagstand_exposures_total", .counter, "Exposures, by what became of them.",
            [
                ([("outcome", "told")], Double(exposures.told)),
                ([("outcome", "dropped")], Double(exposures.dropped)),
                ([("outcome", "unwritten")], Double(exposures.unwritten)),
            ])
    }

    private func writeConfig(_ out: inout Exposition) {
        out.write("flagstand_config_revision", .gauge, "Which revision of the configuration counts.", Double(revision))
        out.write(
            "flagstand_config_rejected_total", .counter, "How often a document or a source of flags was refused.",
            Double(status.rejections))
        out.write(
            "flagstand_config_stale_seconds", .gauge,
            "Since when a document is not what its source says, in seconds since 1970.",
            status.troubles.map { ([("layer", $0.layer.rawValue)], Double($0.since.nanoseconds) / 1e9) })
    }

    private func writeTopics(_ out: inout Exposition) {
        func write(_ name: String, _ kind: Exposition.Kind, _ help: String, _ value: (TopicTraffic) -> Double) {
            out.write(name, kind, help, topics.map { ([("topic", $0.name)], value($0.traffic)) })
        }
        write("flagstand_topic_published_total", .counter, "Messages that were published.") { Double($0.published) }
        write("flagstand_topic_delivered_total", .counter, "Messages that readers took.") { Double($0.delivered) }
        write("flagstand_topic_dropped_total", .counter, "Messages that readers lost.") { Double($0.dropped) }
        write("flagstand_topic_lost_total", .counter, "Messages of workers that did not get as far as the host.") {
            Double($0.lost)
        }
        write("flagstand_topic_kept", .gauge, "Values that are kept for those who come late.") { Double($0.kept) }
        write("flagstand_topic_forgotten_total", .counter, "Keys of which no value is kept, since there are too many.")
        {
            Double($0.forgotten)
        }
        write("flagstand_topic_waiting", .gauge, "Messages that wait for readers now.") { Double($0.waiting) }
    }

    private func writeRequests(_ out: inout Exposition) {
        let cells = servers.flatMap { server in
            server.requests.sorted { ($0.key.route, "\($0.key.method)") < ($1.key.route, "\($1.key.method)") }
                .map { (server: server.name, key: $0.key, cell: $0.value) }
        }
        out.write(
            "flagstand_http_requests_total", .counter,
            "Requests that were answered; what is no route of a feature has an empty one.",
            cells.flatMap { server, key, cell in
                cell.byClass.enumerated().filter { $0.element > 0 }.map { index, count in
                    (
                        [
                            ("server", server), ("route", key.route), ("method", "\(key.method)"),
                            ("status", "\(index)xx"),
                        ], Double(count)
                    )
                }
            })
        out.write(
            histogram: "flagstand_http_request_duration_seconds",
            "From a request's first byte to the end of its answer, for routes that reply once.",
            bounds: RequestCounts.bounds,
            cells.filter { $0.cell.inTime.contains { $0 > 0 } }.map { server, key, cell in
                (
                    [("server", server), ("route", key.route), ("method", "\(key.method)")], cell.inTime, cell.seconds
                )
            })
    }

    private func writeServers(_ out: inout Exposition) {
        let known = servers.compactMap { server in server.counts.map { (server.name, $0) } }
        func write(_ name: String, _ kind: Exposition.Kind, _ help: String, _ value: (ServerCounts) -> Double) {
            out.write(name, kind, help, known.map { ([("server", $0.0)], value($0.1)) })
        }
        write("flagstand_http_connections", .gauge, "Connections that are open.") { Double($0.open) }
        write("flagstand_http_connections_accepted_total", .counter, "Connections that were taken.") {
            Double($0.accepted)
        }
        write("flagstand_http_connections_refused_total", .counter, "Connections that found no room.") {
            Double($0.refusedConnections)
        }
        write(
            "flagstand_http_connections_crowded_total", .counter,
            "Connections that were refused because their address has too many."
        ) { Double($0.crowdedConnections) }
        write(
            "flagstand_http_request_memory_bytes", .gauge, "What large requests that are received or answered take."
        ) { Double($0.bodyBytes) }
        write(
            "flagstand_http_bodies_refused_total", .counter,
            "Requests that were refused because all of them together take too much memory."
        ) { Double($0.refusedBodies) }
        write("flagstand_http_streams", .gauge, "Streams that are followed.") { Double($0.streams) }
        write("flagstand_http_slow_clients_total", .counter, "Clients let go because they did not read.") {
            Double($0.slowClients)
        }
        out.write(
            "flagstand_http_handshakes_total", .counter, "Connections that came to speak TLS, and that did not.",
            known.filter { $0.1.handshakes + $0.1.failedHandshakes > 0 }.flatMap { name, counts in
                [
                    ([("server", name), ("outcome", "done")], Double(counts.handshakes)),
                    ([("server", name), ("outcome", "failed")], Double(counts.failedHandshakes)),
                ]
            })
        out.write(
            "flagstand_http_limited_total", .counter, "Requests refused because somebody asks too often, by whom.",
            limited.map { ([("by", $0.by)], Double($0.count)) })
        write("flagstand_http_received_bytes_total", .counter, "Bytes that came in.") { Double($0.bytesIn) }
        write("flagstand_http_sent_bytes_total", .counter, "Bytes that went out.") { Double($0.bytesOut) }
        out.write(
            "flagstand_http_malformed_total", .counter, "What came and was no HTTP, by the status that was answered.",
            known.flatMap { name, counts in
                counts.malformed.sorted { $0.key < $1.key }.map {
                    ([("server", name), ("status", "\($0.key)")], Double($0.value))
                }
            })
    }
}

extension FeatureState {
    /// The words of all states.
    fileprivate static let words = [
        FeatureState.off, .waiting(on: []), .starting, .active, .stopping, .failed(reason: "", retryAt: nil),
        .quarantined(reason: ""), .stuck,
    ].map(\.word)
}
