@_spi(Hosting) internal import FeatureKit

/// What a worker has to know for its feature to begin.
struct WorkerStart: Sendable {
    let settings: Value
    /// The place in `LogLevel.all` of the least level that is wanted; behind its end where none is.
    let leastLevel: UInt8
}

/// How a feature's run in a worker has ended.
enum WorkerEnding: Sendable {
    case returned
    case cancelled
    /// It threw, with these words.
    case failed(String)
}

extension WireWriter {
    mutating func start(_ start: WorkerStart) {
        value(start.settings)
        byte(start.leastLevel)
    }

    mutating func ending(_ ending: WorkerEnding) {
        switch ending {
        case .returned: byte(0)
        case .cancelled: byte(1)
        case .failed(let words):
            byte(2)
            text(words)
        }
    }

    mutating func record(_ record: LogRecord) {
        byte(UInt8(clamping: LogLevel.all.firstIndex(of: record.level) ?? 0))
        text(record.message)
        list(record.fields) { writer, field in
            writer.text(field.0)
            writer.text(field.1)
        }
    }
}

extension WireReader {
    mutating func start() throws(WireError) -> WorkerStart {
        let settings = try value()
        let leastLevel = try byte()
        return WorkerStart(settings: settings, leastLevel: leastLevel)
    }

    mutating func ending() throws(WireError) -> WorkerEnding {
        switch try byte() {
        case 0: return .returned
        case 1: return .cancelled
        case 2: return .failed(try text())
        case let other: throw .malformed("\(other) is no end of a run")
        }
    }

    mutating func record(of feature: String) throws(WireError) -> LogRecord {
        let level = Int(try byte())
        guard LogLevel.all.indices.contains(level) else { throw .malformed("\(level) is no level of a log") }
        let message = try text()
        let fields = try list { (reader) throws(WireError) in (try reader.text(), try reader.text()) }
        return LogRecord(level: LogLevel.all[level], feature: feature, message: message, fields: fields)
    }
}
