/// Why a request to another feature got no reply.
public struct RequestError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure, an open set.
    public struct Code: Sendable, Hashable {
        package let word: String

        package init(word: String) { self.word = word }

        /// `feature.yaml` does not declare the request.
        public static let undeclared = Code(word: "undeclared")
        /// No feature serves the route now, or the one that does has too many requests open.
        public static let unavailable = Code(word: "unavailable")
        /// No reply came in time.
        public static let timedOut = Code(word: "timed-out")
        /// The handler refused the request; see `refusal`.
        public static let refused = Code(word: "refused")
        /// The two features have different Shapes for the route.
        public static let shapeDiffers = Code(word: "shape-differs")
        /// The route streams its replies, which only callers over HTTP can read.
        public static let streams = Code(word: "streams")
        /// The feature that made the request has been stopped.
        public static let stopped = Code(word: "stopped")
        /// The task that made the request was cancelled.
        public static let cancelled = Code(word: "cancelled")
    }

    /// The kind of failure.
    public let code: Code
    /// What went wrong, as a text for people.
    public let description: String
    /// The error with which the handler refused the request.
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
        RequestError(.unavailable, "\(feature) has \(RouteQueue.mostInFlight) requests to answer already")
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
