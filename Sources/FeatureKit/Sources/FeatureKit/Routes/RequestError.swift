/// Why a request to another feature brought no reply.
public struct RequestError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds; an open set.
    public struct Code: Sendable, Hashable {
        package let word: String

        package init(word: String) { self.word = word }

        /// `feature.yaml` does not declare the request.
        public static let undeclared = Code(word: "undeclared")
        /// Nobody serves the route now, or whoever does has too much to do.
        public static let unavailable = Code(word: "unavailable")
        /// Nobody answered in time.
        public static let timedOut = Code(word: "timed-out")
        /// The route refused; see `refusal`.
        public static let refused = Code(word: "refused")
        /// The two sides mean different data by the route.
        public static let shapeDiffers = Code(word: "shape-differs")
        /// The route streams its replies, which only callers over HTTP can read.
        public static let streams = Code(word: "streams")
        /// The asking feature has been stopped.
        public static let stopped = Code(word: "stopped")
        /// The asking task was cancelled.
        public static let cancelled = Code(word: "cancelled")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What went wrong, for people.
    public let description: String
    /// What the route said when it refused.
    public let refusal: RouteError?

    package init(_ code: Code, _ description: String, refusal: RouteError? = nil) {
        self.code = code
        self.description = description
        self.refusal = refusal
    }

    static func undeclared(_ error: BusError) -> RequestError { RequestError(.undeclared, error.description) }
    package static func stopped(_ feature: String) -> RequestError {
        RequestError(.stopped, BusError.stopped(feature).description)
    }
    package static func unserved(_ route: String) -> RequestError {
        RequestError(.unavailable, "nobody serves \"\(route)\" now")
    }
    package static func unreadable(_ route: String) -> RequestError {
        .refused(RouteError(code: "internal", status: 500, "the reply of \(route) can't be read"))
    }
    static func streams(_ route: String) -> RequestError {
        RequestError(.streams, "\"\(route)\" streams its replies; ask it over HTTP")
    }
    static func busy(_ feature: String) -> RequestError {
        RequestError(.unavailable, "\(feature) has \(Desk.mostInFlight) requests to answer already")
    }
    package static func timedOut(_ route: String, _ limit: Duration) -> RequestError {
        RequestError(.timedOut, "\"\(route)\" did not answer within \(DurationText.print(limit))")
    }
    package static func cancelled(_ route: String) -> RequestError {
        RequestError(.cancelled, "the request to \"\(route)\" was cancelled")
    }
    package static func refused(_ error: RouteError) -> RequestError {
        RequestError(.refused, error.description, refusal: error)
    }
    static func shapeDiffers(_ route: String, _ difference: ShapeDifference, serving feature: String) -> RequestError {
        let place = difference.path.isRoot ? "" : " at \(difference.path)"
        return RequestError(
            .shapeDiffers,
            "\"\(route)\" has two shapes\(place): \(difference.left) here, \(difference.right) in \(feature)")
    }
}
