@_spi(Hosting) public import FeatureKit

// What a topic keeps.

private enum RetentionMark {
    static let nothing: UInt8 = 0
    static let latest: UInt8 = 1
    static let latestPer: UInt8 = 2
}

@_spi(Hosting) extension WireWriter {
    /// Writes what a topic keeps.
    public mutating func retention(_ retention: TopicRetention) {
        switch retention {
        case .nothing: byte(RetentionMark.nothing)
        case .latest: byte(RetentionMark.latest)
        case .latestPer(let key):
            byte(RetentionMark.latestPer)
            list(key.fields) { $0.text($1) }
            optional(key.end) { $0.text($1) }
            number(Int64(key.most))
        @unknown default:
            refuse("it is to keep what no message tells")
            byte(RetentionMark.nothing)
        }
    }
}

@_spi(Hosting) extension WireReader {
    /// Reads what a topic keeps.
    public mutating func retention() throws(WireError) -> TopicRetention {
        switch try byte() {
        case RetentionMark.nothing: return .nothing
        case RetentionMark.latest: return .latest
        case RetentionMark.latestPer:
            let fields = try list { (reader) throws(WireError) in try reader.text() }
            let end = try optional { (reader) throws(WireError) in try reader.text() }
            return .latestPer(RetentionKey(fields, until: end, most: Int(try number(Int64.self))))
        case let other: throw .malformed("\(other) is nothing that a topic keeps")
        }
    }
}
