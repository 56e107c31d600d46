import HTTPServer

extension TraceContext {
    /// The trace of a request: the client's own, or a new one.
    static func of(_ request: Request) -> TraceContext {
        TraceContext(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max))
    }
}
