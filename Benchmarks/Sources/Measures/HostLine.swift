/// What a line of the host's standard error says, as far as it is measured.
package enum HostLine: Equatable, Sendable {
    /// A feature went into another state.
    case state(id: String, state: String)
    /// The host is up.
    case ready(String)
    /// A feature of ours has measured something.
    case measured(nanoseconds: Double)
    case other

    private static let readyMark = "flagstand: ready"

    /// Reads one line, without its end.
    package init(_ line: String) {
        if line.hasPrefix(Self.readyMark) {
            self = .ready(line)
        } else if Self.field("message", of: line) == "feature state", let id = Self.field("id", of: line),
            let state = Self.field("state", of: line)
        {
            self = .state(id: id, state: state)
        } else if Self.field("message", of: line) == "measured",
            let nanoseconds = Self.field("nanoseconds", of: line).flatMap({ Double($0) }), nanoseconds > 0
        {
            self = .measured(nanoseconds: nanoseconds)
        } else {
            self = .other
        }
    }

    // A text of a line of JSON. Ids and states are plain words, so there is nothing to unescape.
    private static func field(_ name: String, of line: String) -> String? {
        var rest = line.utf8[...]
        let mark = Array("\"\(name)\":\"".utf8)
        while !rest.starts(with: mark) { if rest.popFirst() == nil { return nil } }
        rest = rest.dropFirst(mark.count)
        return rest.firstIndex(of: UInt8(ascii: "\"")).flatMap { String(rest[..<$0]) }
    }
}
