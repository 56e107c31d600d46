@_spi(Hosting) import FeatureKit
import Glibc
import HTTPServer
import HostSystem
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// The access log has a line for each request, as documented, and without private data of callers.
@Suite(.timeLimit(.minutes(1)))
struct AccessLogTests {
    private final class Way: Journey {
        let trace = TraceContext(high: 0x8f14_e45f_ceea_167a, low: 0x5a36_dedd_4bea_2543)
        let route: String? = "track.status"
    }

    private func record(
        _ target: String, peer: Peer = .address("127.0.0.1", port: 9), took: Duration = .microseconds(84),
        note: (any AnyObject & Sendable)? = Way()
    ) -> ExchangeRecord {
        ExchangeRecord(
            request: Request(.get, target, peer: peer), status: .ok, bytes: 117, took: took, loop: 0, note: note)
    }

    private func fields(_ record: ExchangeRecord) -> String {
        AccessLine(record, .info).record.fields.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    }

    @Test func `A line reads as documented, without the query`() {
        let line = AccessLine(record("/api/v1/track/status?token=sesame"), .info).record
        #expect(line.feature == "http" && line.message == "request" && line.level == .info)
        #expect(
            fields(record("/api/v1/track/status?token=sesame"))
                == "method=GET path=/api/v1/track/status status=200 bytes=117 took=0.08ms route=track.status "
                + "request=8f14e45fceea167a5a36dedd4bea2543 peer=127.0.0.1")
        #expect(
            fields(record("*", peer: .process(pid: 7, user: 1000), note: nil))
                == "method=GET path=* status=200 bytes=117 took=0.08ms peer=uid 1000 pid 7")
    }

    @Test func `A long path is cut, and one that is no text does no harm`() {
        let long = AccessLine(record("/" + String(repeating: "x", count: 5000)), .info)
        #expect(long.size < 2000 && long.record.fields[1].1.hasSuffix("xxx…"))
    }

    @Test func `Times have two decimals`() {
        let times: [(Duration, String)] = [
            (.zero, "0.00ms"), (.microseconds(9), "0.00ms"), (.microseconds(10), "0.01ms"),
            (.milliseconds(1), "1.00ms"), (.seconds(61) + .microseconds(5_678), "61005.67ms"), (.seconds(-1), "0.00ms"),
            (.seconds(Int64.max), "9223372036854775807000.00ms"),
        ]
        for (time, text) in times { #expect(AccessLine.milliseconds(time) == text) }
    }

    @Test(arguments: [
        ("/healthz", true), ("/readyz", true), ("/readyz/feature/ble", true), ("/metrics", true), ("/healthz?x", true),
        ("/metricsx", false), ("/health", false), ("/", false), ("/api/v1/x", false), ("*", false),
    ])
    func `Probes are told apart from requests`(target: String, isProbe: Bool) {
        #expect(Probes.areAsked(by: Request(.get, target)) == isProbe)
    }

    @Test func `Levels apply, and a record without room is not formatted`() async throws {
        var ends: [Int32] = [0, 0]
        try SystemError.check { unsafe pipe(&ends) }
        let (reader, writer) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        let log = try LogWriter(to: writer.number, style: .json, levels: LogLevels(standard: .info))
        let access = AccessLog(log)
        access.note(record("/healthz"))
        access.note(record("/api"))
        log.setLevels(LogLevels(standard: .warning))
        access.note(record("/api"))
        log.setLevels(LogLevels(standard: .debug))
        access.note(record("/healthz"))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await log.run() }
            await log.close()
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(reader.number, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""feature":"http","message":"request""#) })
        #expect(lines.first?.contains(#""level":"info""#) == true && lines.last?.contains(#""level":"debug""#) == true)
    }

    @Test func `Records without room in the log are counted and never formatted`() {
        struct Unspeakable: LateRecord {
            let feature = "http"
            let size = 100
            var record: LogRecord {
                Issue.record("it was worded")
                return LogRecord(level: .info, feature: feature, message: "")
            }
        }
        var queue = LogQueue()
        let time = Timestamp(nanoseconds: 0)
        for _ in 0..<5000 { _ = queue.add(.late(Unspeakable(), at: time).bounded) }
        let taken = queue.takeAll()
        #expect(taken.entries.count == LogQueue.mostEntries / LogQueue.share)
        #expect(taken.lost == ["http": 5000 - LogQueue.mostEntries / LogQueue.share])
    }
}
