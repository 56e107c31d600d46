/// What is wrong with a use of a topic or a route.
public struct BusError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of mistakes, an open set.
    public struct Code: Sendable, Hashable {
        package let word: String

        package init(word: String) { self.word = word }

        /// The feature's contracts do not declare it.
        public static let undeclared = Code(word: "undeclared")
        /// Another feature uses the name with another Shape.
        public static let shapeDiffers = Code(word: "shape-differs")
        /// A topic can't keep what the publisher declares, or another feature declares that it keeps something else.
        public static let retention = Code(word: "retention")
        /// The feature has been stopped.
        public static let stopped = Code(word: "stopped")
        /// The topic was not declared with `waits: true`.
        public static let doesNotWait = Code(word: "does-not-wait")
        /// The route streams and was served as if it did not, or the reverse.
        public static let streaming = Code(word: "streaming")
        /// The route is idempotent and was served as if it were not.
        public static let idempotent = Code(word: "idempotent")
        /// Another feature serves the route already.
        public static let alreadyServed = Code(word: "already-served")
    }

    /// The kind of mistake.
    public let code: Code
    /// What is wrong, and how to fix it.
    public let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func undeclared(
        _ name: String, by contract: String, of feature: String, declared: Set<String>
    ) -> BusError {
        let hint = Suggestion.closest(to: name, in: declared).map { "; did you mean \"\($0)\"?" } ?? ""
        return BusError(
            .undeclared, "\(feature): no .\(contract)(…) in its contracts declares \"\(name)\"\(hint)")
    }

    static func shapeDiffers(
        topic: String, feature: String, other: String, _ difference: ShapeDifference
    ) -> BusError {
        let place = difference.path.isRoot ? "" : " at \(difference.path)"
        return BusError(
            .shapeDiffers,
            "\"\(topic)\" has two shapes\(place): \(difference.left) in \(feature), \(difference.right) in \(other)")
    }

    static func cannotKeep(_ retention: TopicRetention, on topic: String, because problem: String) -> BusError {
        BusError(.retention, "\"\(topic)\" can't keep \(retention.inWords): \(problem)")
    }

    static func keepsOther(
        topic: String, _ kept: TopicRetention, by keeper: String, _ wanted: TopicRetention, by feature: String
    ) -> BusError {
        let most = if case .latestPer(let key) = kept { ", \(key.most) at most" } else { "" }
        return BusError(
            .retention,
            "\"\(topic)\" keeps \(kept.inWords)\(most), as \(keeper) says; \(feature) can't have it keep \(wanted.inWords)"
        )
    }

    package static func stopped(_ feature: String) -> BusError { BusError(.stopped, "\(feature) has been stopped") }

    static func doesNotWait(topic: String) -> BusError {
        BusError(.doesNotWait, "\"\(topic)\" does not wait; declare it with waits: true, or publish without waiting")
    }

    static func alreadyServed(_ route: String, by other: String) -> BusError {
        BusError(.alreadyServed, "\"\(route)\" is served by \(other) already")
    }

    static func streams(_ route: String) -> BusError {
        BusError(.streaming, "\"\(route)\" streams; serve it with routes.stream, or declare it without streams: true")
    }

    static func idempotent(_ route: String) -> BusError {
        BusError(
            .idempotent, "\"\(route)\" is idempotent; serve it with routes.serve(_:in:_:), which keeps its replies")
    }

    static func doesNotStream(_ route: String) -> BusError {
        BusError(.streaming, "\"\(route)\" does not stream; declare it with streams: true, or use routes.serve")
    }
}
