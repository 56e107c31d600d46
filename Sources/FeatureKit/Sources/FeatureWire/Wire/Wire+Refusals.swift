@_spi(Hosting) public import FeatureKit

// Why something was refused, word for word.

@_spi(Hosting) extension WireWriter {
    /// Writes why a route refuses.
    public mutating func routeError(_ error: RouteError) {
        text(error.code)
        number(Int64(error.status))
        text(error.detail)
        optional(error.data) { $0.value($1) }
        optional(error.retryAfter) { $0.duration($1) }
        list(error.errors) { writer, problem in
            writer.path(problem.path)
            writer.text(problem.message)
        }
    }

    /// Writes what is wrong with a topic or a route that was asked for.
    public mutating func busError(_ error: BusError) {
        text(error.code.word)
        text(error.description)
    }

    /// Writes why a request brought no reply.
    public mutating func requestError(_ error: RequestError) {
        text(error.code.word)
        text(error.description)
        optional(error.refusal) { $0.routeError($1) }
    }
}

@_spi(Hosting) extension WireReader {
    /// Reads why a route refuses.
    public mutating func routeError() throws(WireError) -> RouteError {
        let code = try text()
        let status = try number(Int64.self)
        let detail = try text()
        let data = try optional { (reader) throws(WireError) in try reader.value() }
        let retryAfter = try optional { (reader) throws(WireError) in try reader.duration() }
        return RouteError(
            code: code, status: Int(status), detail, data: data, retryAfter: retryAfter, errors: try requestProblems())
    }

    private mutating func requestProblems() throws(WireError) -> [RequestProblem] {
        let count = try count()
        guard count <= RequestProblem.most else {
            throw .tooLarge("\(count) errors of a request; \(RequestProblem.most) are the most")
        }
        var problems: [RequestProblem] = []
        for _ in 0..<count { problems.append(RequestProblem(at: try path(), try text())) }
        return problems
    }

    /// Reads what is wrong with a topic or a route that was asked for.
    public mutating func busError() throws(WireError) -> BusError {
        BusError(BusError.Code(word: try text()), try text())
    }

    /// Reads why a request brought no reply.
    public mutating func requestError() throws(WireError) -> RequestError {
        let code = RequestError.Code(word: try text())
        let description = try text()
        let refusal = try optional { (reader) throws(WireError) in try reader.routeError() }
        return RequestError(code, description, refusal: refusal)
    }
}
