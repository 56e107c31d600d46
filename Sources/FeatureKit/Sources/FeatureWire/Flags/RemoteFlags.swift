@_spi(Hosting) internal import FeatureKit

/// The flags of a worker's feature: the host knows their values and records exposures.
struct RemoteFlags: FlagSource {
    let calls: WireCalls

    /// Nil where the flag's default applies, also where the host does not answer in time.
    func value(of key: String, for caller: Caller) -> Value? {
        let answer = try? calls.askBlocking(.flag) { writer in
            writer.text(key)
            writer.caller(caller)
        }
        guard let answer, answer.kind == .reply else { return nil }
        return try? answer.read { (reader) throws(WireError) in
            try reader.optional { (reader) throws(WireError) in try reader.value() }
        }
    }
}

/// The host's end of it.
enum ServedFlags {
    /// Answers which value a flag has for a caller.
    static func answer(_ message: WireMessage, from flags: any FlagSource) throws(WireError) -> WireMessage {
        let (key, caller) = try message.read { (reader) throws(WireError) in (try reader.text(), try reader.caller()) }
        let value = flags.value(of: key, for: caller)
        let answer = WireMessage(.reply, message.conversation) { $0.optional(value) { $0.value($1) } }
        // A value that can't be sent is treated like an unknown flag: the default applies.
        return answer.problem == nil ? answer : WireMessage(.reply, message.conversation) { $0.flag(false) }
    }
}
