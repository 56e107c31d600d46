@_spi(Hosting) public import FeatureKit

// Points in time and lengths of it.

@_spi(Hosting) extension WireWriter {
    /// Writes a length of time; beyond what 64 bits of seconds count it is cut.
    public mutating func duration(_ value: Duration) {
        number(min(max(value.attoseconds, -WireLimits.longest), WireLimits.longest))
    }

    /// Writes a point in time.
    public mutating func timestamp(_ value: Timestamp) { number(value.nanoseconds) }
}

@_spi(Hosting) extension WireReader {
    /// Reads a length of time, which can be counted with.
    public mutating func duration() throws(WireError) -> Duration {
        let attoseconds = try number(Int128.self)
        guard (-WireLimits.longest...WireLimits.longest).contains(attoseconds) else {
            throw .malformed("a duration is longer than any")
        }
        return Duration(attoseconds: attoseconds)
    }

    /// Reads a point in time.
    public mutating func timestamp() throws(WireError) -> Timestamp { Timestamp(nanoseconds: try number()) }
}
