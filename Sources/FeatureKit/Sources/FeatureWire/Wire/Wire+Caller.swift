@_spi(Hosting) public import FeatureKit

// Who asks, and what a message goes back to.

@_spi(Hosting) extension WireWriter {
    /// Writes a caller.
    public mutating func caller(_ caller: Caller) {
        optional(caller.key) { $0.text($1) }
        list(caller.attributes.sorted { $0.key < $1.key }) { writer, attribute in
            writer.text(attribute.key)
            writer.value(attribute.value)
        }
        list(caller.roles.sorted()) { $0.text($1) }
        text(caller.origin.description)
        optional(caller.address) { $0.text($1) }
        flag(caller.isSignedIn)
        optional(caller.device) { $0.text($1) }
    }

    /// Writes a cause.
    public mutating func cause(_ cause: Cause) {
        caller(cause.caller)
        if let trace = cause.trace {
            flag(true)
            number(trace.high)
            number(trace.low)
        } else {
            flag(false)
            text(cause.id)
        }
    }
}

@_spi(Hosting) extension WireReader {
    /// Reads a caller.
    public mutating func caller() throws(WireError) -> Caller {
        let key = try optional { (reader) throws(WireError) in try reader.text() }
        let attributes = try list { (reader) throws(WireError) in (try reader.text(), try reader.value()) }
        let roles = try list { (reader) throws(WireError) in try reader.text() }
        let origin = Caller.Origin(description: try text())
        let address = try optional { (reader) throws(WireError) in try reader.text() }
        return Caller(
            key: key, attributes: Dictionary(attributes) { _, later in later }, roles: Set(roles), origin: origin,
            address: address, isSignedIn: try flag(),
            device: try optional { (reader) throws(WireError) in try reader.text() })
    }

    /// Reads a cause.
    public mutating func cause() throws(WireError) -> Cause {
        let caller = try caller()
        guard try flag() else { return Cause(caller: caller, id: try text()) }
        return Cause(caller: caller, trace: (high: try number(), low: try number()))
    }
}
