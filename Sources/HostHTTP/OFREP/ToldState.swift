import FeatureKit
import HTTPServer
import HostRuntime

/// The state of all flags that an event announced to a client, as the client's request names it.
struct ToldState: Sendable, Equatable {
    let etag: String
    /// In seconds since 1970; nil if the request has none, or one that is not a time.
    let since: Int64?

    /// Nil if the request names no state.
    init?(of request: Request) {
        guard let query = request.query, let pairs = TargetQuery.pairs(query.utf8.span),
            let etag = pairs.first(where: { $0.name == "flagConfigEtag" })?.value, !etag.isEmpty
        else { return nil }
        let since = pairs.first { $0.name == "flagConfigLastModified" }?.value
        self.init(etag: etag, since: since.flatMap { Int64($0) ?? Timestamp($0).map(\.seconds) })
    }

    /// - Parameter etag: With or without quotes.
    init(etag: String, since: Int64?) {
        let bare = etag.hasPrefix("W/") ? etag.dropFirst(2) : etag[...]
        let isQuoted = bare.count >= 2 && bare.first == "\"" && bare.last == "\""
        self.etag = String(isQuoted ? bare.dropFirst().dropLast() : bare)
        self.since = since
    }

    /// Whether flags are at least as new as that.
    ///
    /// A state that was never seen here may be that of another host with newer flags; then only its time can show that
    /// it is older than the flags here.
    func isReached(by snapshot: FlagBoard.Snapshot, after previous: some Sequence<String>) -> Bool {
        if etag == snapshot.etag || previous.contains(etag) { return true }
        return since.map { $0 < snapshot.since.seconds } ?? false
    }
}
