/// The origin of a message or a request: the caller who started it, and an id that everything that follows shares.
public struct Cause: Sendable, Equatable {
    /// A class, so that the cause of a message costs one reference and parcels stay small.
    private final class Content: Sendable {
        let caller: Caller
        let id: ID

        init(caller: Caller, id: ID) {
            self.caller = caller
            self.id = id
        }
    }

    /// A text, or the 128 bits of a trace, which become a text only when somebody asks for it.
    private enum ID: Sendable, Equatable {
        case text(String)
        case trace(UInt64, UInt64)
    }

    private let content: Content

    /// The caller who started it.
    public var caller: Caller { content.caller }
    /// The id that everything that follows shares.
    public var id: String {
        switch content.id {
        case .text(let text): text
        case .trace(let high, let low): Self.hexadecimal(high) + Self.hexadecimal(low)
        }
    }

    /// The 128 bits of the trace; nil where the id is a text.
    package var trace: (high: UInt64, low: UInt64)? {
        guard case .trace(let high, let low) = content.id else { return nil }
        return (high, low)
    }

    /// Makes a cause.
    public init(caller: Caller, id: String) { content = Content(caller: caller, id: .text(id)) }

    /// Makes a cause whose id is that of a distributed trace.
    @_spi(Hosting) public init(caller: Caller, trace: (high: UInt64, low: UInt64)) {
        content = Content(caller: caller, id: .trace(trace.high, trace.low))
    }

    /// Whether both have the same caller and id.
    public static func == (left: Cause, right: Cause) -> Bool {
        left.content === right.content || (left.content.id == right.content.id && left.caller == right.caller)
    }

    /// The cause of what the current task does, set while a route's handler runs.
    @TaskLocal static var current: Cause?

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
