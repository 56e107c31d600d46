@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Logs the result of each request: one line, in the name of the pseudo-feature `http`.
///
/// Its words are made on the log's own thread; where the log has no room they are not made at all, and counted as lost.
struct AccessLog: Sendable {
    static let feature = "http"

    private let log: LogWriter

    init(_ log: LogWriter) { self.log = log }

    /// Logs the result of a request; called on the request's loop.
    func note(_ record: ExchangeRecord) {
        let level: LogLevel = Probes.areAsked(by: record.request) ? .debug : .info
        guard log.takes(level, from: Self.feature) else { return }
        log.write(AccessLine(record, level))
    }
}

/// The paths that machines request regularly, whose log lines nobody wants to read.
enum Probes {
    static func areAsked(by request: Request) -> Bool {
        request.withPath { path in
            // Most paths are told apart by their second byte.
            guard path.count >= 7 else { return false }
            return switch path[1] {
            case UInt8(ascii: "h"): equals(path, "/healthz")
            case UInt8(ascii: "m"): equals(path, "/metrics")
            case UInt8(ascii: "r"): begins(path, "/readyz")
            default: false
            }
        }
    }

    /// Whether a request asks for health, which is never refused by a rate limit.
    static func askAfterHealth(_ request: Request) -> Bool {
        request.withPath { path in
            guard path.count >= 7 else { return false }
            return switch path[1] {
            case UInt8(ascii: "h"): equals(path, "/healthz")
            case UInt8(ascii: "r"): equals(path, "/readyz") || begins(path, "/readyz/")
            default: false
            }
        }
    }

    /// Whether a request's path begins with a text.
    static func begins(_ request: Request, _ text: StaticString) -> Bool { request.withPath { begins($0, text) } }

    private static func equals(_ path: borrowing Span<UInt8>, _ text: StaticString) -> Bool {
        path.count == text.utf8CodeUnitCount && begins(path, text)
    }

    private static func begins(_ path: borrowing Span<UInt8>, _ text: StaticString) -> Bool {
        guard path.count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where unsafe path[index] != text.utf8Start[index] { return false }
        return true
    }
}

/// A request that was answered, as little of it as its line needs: the rest goes with the connection's buffer.
struct AccessLine: LateRecord {
    /// The most bytes of a path that are kept.
    private static let longestPath = 1024
    /// What the line's other parts take, more or less.
    private static let otherBytes = 200

    private let level: LogLevel
    private let method: String
    private let path: String
    private let peer: Peer
    private let status: Int
    private let bytes: Int
    private let took: Duration
    private let trace: TraceContext?
    private let route: String?

    init(_ record: ExchangeRecord, _ level: LogLevel) {
        self.level = level
        method = record.request.method.description
        path = record.request.withPath { path in
            let end = min(path.count, Self.longestPath)
            let text = unsafe path.extracting(0..<end).withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            return end < path.count ? text + "…" : text
        }
        peer = record.request.client
        status = record.status.code
        bytes = record.bytes
        took = record.took
        let journey = record.note as? any Journey
        trace = journey?.trace
        route = journey?.route
    }

    var feature: String { AccessLog.feature }
    var size: Int { Self.otherBytes + path.utf8.count }

    var record: LogRecord {
        var fields = [
            ("method", method), ("path", path), ("status", String(status)), ("bytes", String(bytes)),
            ("took", Self.milliseconds(took)),
        ]
        if let route { fields.append(("route", route)) }
        if let trace { fields.append(("request", trace.id)) }
        fields.append(("peer", peer.host))
        return LogRecord(level: level, feature: feature, message: "request", fields: fields)
    }

    /// The time with hundredths of a millisecond, such as `0.08ms`.
    static func milliseconds(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let hundredths = max(0, Int128(seconds) * 100_000 + Int128(attoseconds / 10_000_000_000_000))
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return "\(whole).\(rest < 10 ? "0" : "")\(rest)ms"
    }
}

extension Peer {
    /// The peer without the port, which means nothing once the connection is gone.
    fileprivate var host: String {
        switch self {
        case .address(let address, _): address
        case .process: description
        }
    }
}
