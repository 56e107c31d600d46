import HTTPServer

/// The host names that requests over this machine's own addresses may name.
///
/// A web page may have its own name resolve to 127.0.0.1, and so ask a host that only this machine reaches. Its browser
/// then sends that name as `Host`.
package struct HostNames: Sendable {
    /// In lower case, without ports.
    private let names: [[UInt8]]

    /// Takes names beside those that this machine always has.
    package init(_ names: [String]) {
        self.names = (["localhost", "127.0.0.1", "[::1]"] + names).map { Array($0.lowercased().utf8) }
    }

    /// Whether a `Host` is one of the names, with any port.
    func know(_ host: borrowing Span<UInt8>) -> Bool {
        let count = Self.length(of: host)
        for name in names where name.count == count {
            var index = 0
            while index < count, Self.lowercased(host[index]) == name[index] { index += 1 }
            if index == count { return true }
        }
        return false
    }

    /// A `Host` without its port.
    static func name(in host: String) -> String {
        let bytes = Array(host.utf8)
        return String(decoding: bytes.prefix(length(of: bytes.span)), as: UTF8.self)
    }

    /// How long a `Host` is without its port.
    private static func length(of host: borrowing Span<UInt8>) -> Int {
        let isAddress = host.count > 0 && host[0] == UInt8(ascii: "[")
        let end = isAddress ? UInt8(ascii: "]") : UInt8(ascii: ":")
        var index = 0
        while index < host.count, host[index] != end { index += 1 }
        return isAddress ? min(index + 1, host.count) : index
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension Router {
    /// Refuses a request that asks for another host than this one; nil where it may go on.
    ///
    /// Requests that a proxy forwarded are not checked.
    func refusalOfHost(_ request: Request) -> Refused? {
        guard let names = anyLoopState.table.hosts, !request.wasForwarded else { return nil }
        // HTTP/1.0 need not say it; browsers do.
        guard request.withValue(of: "host", { names.know($0) }) == false else { return nil }
        let trace = TraceContext.of(request)
        let problem = Problem.otherHost(HostNames.name(in: request["host"] ?? ""))
        return Refused(problem.response(request: trace.id), note: ShortJourney(trace))
    }
}

extension Problem {
    fileprivate static func otherHost(_ name: String) -> Problem {
        Problem(
            421, "misdirected",
            "this host does not answer to the name \"\(name)\"; if it is one of its own, write \"http: { names: [\(name)] }\""
                + " in its document")
    }
}
