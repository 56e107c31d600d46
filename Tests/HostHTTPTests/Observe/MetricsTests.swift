@_spi(Hosting) import FeatureKit
import Glibc
import HTTPServer
import HostSystem
import TestSupport
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// Metrics read as Prometheus wants them, and callers can't make them grow.
@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    /// Where a request went.
    private final class Way: Journey {
        let trace = TraceContext(high: 1, low: 1)
        let route: String?
        init(_ route: String?) { self.route = route }
    }

    static func record(
        _ method: Method = .get, _ target: String = "/x", status: Int = 200,
        took: Duration = .milliseconds(2), loop: Int = 0, route: String? = nil
    ) -> ExchangeRecord {
        ExchangeRecord(
            request: Request(method, target), status: Status(status), bytes: 1, took: took, loop: loop,
            note: Way(route))
    }

    private func scrape(_ house: House) async throws -> String {
        let response = try await house.ask(.get, "/metrics")
        #expect(response.status == .ok)
        #expect(response.field("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        return response.text
    }

    @Test func `The metrics of a host`() async throws {
        try await withHouse { house in
            _ = try await house.ask(
                .post, "/ops/v1/call/crier.cry", body: #"{"request":{"text":"fire"},"as":"ana","roles":["crier"]}"#)
            _ = try await house.ask(.put, "/ops/v1/features/listener/toggle", body: #"{"on":false}"#)
            house.observers.note(Self.record(.post, status: 200, route: "crier.cry"), at: .apps)
            house.observers.note(Self.record(.post, status: 404, took: .seconds(60), route: "crier.cry"), at: .apps)
            house.observers.note(Self.record(.get, "/nowhere", status: 404, loop: 1), at: .apps)
            let text = try await scrape(house)
            for line in [
                #"flagstand_info{version="1.2.3",kit="\#(KitVersion.current)"} 1"#, "flagstand_ready 1",
                "flagstand_document_refused 0", "flagstand_log_lines_lost_total 0",
                #"flagstand_feature_state{feature="crier",state="active"} 1"#,
                #"flagstand_feature_state{feature="listener",state="off"} 1"#,
                #"flagstand_feature_state{feature="listener",state="active"} 0"#,
                #"flagstand_feature_wanted{feature="listener"} 0"#,
                #"flagstand_feature_toggled{feature="listener"} 1"#,
                #"flagstand_overrides{kind="features/enabled"} 1"#, #"flagstand_overrides{kind="flags/serve"} 0"#,
                #"flagstand_feature_starts_total{feature="crier"} 1"#,
                #"flagstand_feature_failures_total{feature="crier"} 0"#,
                #"flagstand_topic_published_total{topic="crier.news"} 1"#,
                #"flagstand_http_requests_total{server="apps",route="",method="GET",status="4xx"} 1"#,
                #"flagstand_http_requests_total{server="apps",route="crier.cry",method="POST",status="2xx"} 1"#,
                #"flagstand_http_requests_total{server="apps",route="crier.cry",method="POST",status="4xx"} 1"#,
                #"flagstand_http_request_duration_seconds_bucket{server="apps",route="crier.cry",method="POST",le="0.001"} 0"#,
                #"flagstand_http_request_duration_seconds_bucket{server="apps",route="crier.cry",method="POST",le="0.005"} 1"#,
                #"flagstand_http_request_duration_seconds_bucket{server="apps",route="crier.cry",method="POST",le="+Inf"} 2"#,
                #"flagstand_http_request_duration_seconds_sum{server="apps",route="crier.cry",method="POST"} 60.002"#,
                #"flagstand_http_request_duration_seconds_count{server="apps",route="crier.cry",method="POST"} 2"#,
                #"flagstand_http_connections{server="apps"} 0"#,
            ] {
                #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
            }
            for name in ["start_time_seconds", "cpu_seconds_total", "resident_memory_bytes", "open_fds", "max_fds"] {
                let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("process_\(name) ") })
                #expect(try #require(Double(line.split(separator: " ")[1])) > 0, "\(line)")
            }
            // A server that does not run has nothing to tell.
            #expect(!text.contains(#"connections{server="local""#))
        }
    }

    /// Prometheus' own tool, where `Tools/promtool.sh` put it.
    private static let promtool: String? = {
        var root = Path.folder(of: #filePath)
        while !root.hasSuffix("/Tests"), root.count > 1 { root = Path.folder(of: root) }
        let tool = Path.join(Path.folder(of: root), ".build/tools/promtool")
        return unsafe access(tool, X_OK) == 0 ? tool : nil
    }()

    @Test(.enabled(if: promtool != nil, "needs promtool; run Tools/promtool.sh"))
    func `Prometheus' own tool finds no errors`() async throws {
        try await withHouse { house in
            house.observers.note(Self.record(.post, route: "crier.cry"), at: .apps)
            let text = try await scrape(house)
            let folder = try TestFolder()
            let file = try Descriptor { unsafe open(folder["metrics"], O_WRONLY | O_CREAT, 0o600) }
            try SystemError.check { unsafe write(file.number, text, text.utf8.count) }
            let line = "\(Self.promtool ?? "") check metrics < \(folder["metrics"])"
            let code = try await OwnedThread.run("promtool", stackSize: OwnedThread.largeStackSize) {
                unsafe system(line)
            }
            #expect(code == 0, "it says why on standard error")
        }
    }

    @Test func `Callers make no labels`() {
        let counts = RequestCounts(loops: 2)
        for number in 0..<1000 {
            counts.note(Self.record(Method("M\(number)"), "/\(number)", status: number, loop: number))
        }
        #expect(counts.all.keys.map(\.method) == [RequestCounts.otherMethod])
        #expect(counts.all.values.map { $0.byClass.reduce(0, +) } == [1000])
    }

    @Test func `The counts of all loops are added up`() async {
        let counts = RequestCounts(loops: 4)
        await withTaskGroup { group in
            for loop in 0..<4 {
                group.addTask {
                    for number in 0..<500 {
                        counts.note(Self.record(took: .milliseconds(number), loop: loop, route: "r\(number % 3)"))
                    }
                }
            }
            for _ in 0..<20 { group.addTask { _ = counts.all } }
        }
        let all = counts.all
        #expect(all.values.reduce(0) { $0 + $1.byClass[2] } == 2000)
        #expect(all.values.reduce(0) { $0 + $1.inTime.reduce(0, +) } == 2000)
        #expect(all[.init(route: "r0", method: .get)]?.byClass[2] == 668)
    }

    @Test func `Every duration is counted in the right bucket`() {
        for (index, bound) in RequestCounts.bounds.enumerated() {
            let counts = RequestCounts(loops: 1)
            counts.note(Self.record(took: .seconds(bound), route: "r"))
            counts.note(Self.record(took: .seconds(bound) + .nanoseconds(1), route: "r"))
            let cell = counts.all[.init(route: "r", method: .get)]
            #expect(cell?.inTime[index] == 1 && cell?.inTime[index + 1] == 1, "\(bound) s")
        }
    }

    @Test func `Texts and numbers are written as the format wants`() {
        #expect(Exposition.escaped("a\"b\\c\nd") == #"a\"b\\c\nd"#)
        #expect(
            [0, 1, 1.5, 1e15, 0.000_25, -2].map(Exposition.number) == [
                "0", "1", "1.5", "1000000000000000", "0.00025", "-2",
            ])
        #expect([Double.infinity, -.infinity, .nan].map(Exposition.number) == ["+Inf", "-Inf", "NaN"])
        var out = Exposition()
        out.write("nothing", .gauge, "Nothing.", [])
        out.write("nothing", .gauge, "Nothing.", nil)
        out.write(histogram: "nothing", "Nothing.", bounds: [1], [])
        #expect(out.text == "")
        out.write("some", .counter, "Some.", [([("a", "x")], 1), ([("a", "y"), ("b", "z")], 2)])
        #expect(out.text == "# HELP some Some.\n# TYPE some counter\nsome{a=\"x\"} 1\nsome{a=\"y\",b=\"z\"} 2\n")
    }
}
