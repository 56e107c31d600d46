/// A route that somebody serves now, with the types taken off.
final class ServedRoute: Sendable {
    let name: String
    let member: Member
    let requestShape: Shape
    let replyShape: Shape
    private let handler: @Sendable (any Shaped, Call) async throws -> any Shaped

    init<Request, Reply>(
        _ route: Route<Request, Reply>, by member: Member,
        _ handler: @escaping @Sendable (Request, Call) async throws -> Reply
    ) {
        name = route.name
        self.member = member
        requestShape = Request.shape
        replyShape = Reply.shape
        self.handler = { request, call in try await handler(Self.read(request), call) }
    }

    /// Asks the handler; whatever it throws comes back as a refusal.
    func answer(_ request: any Shaped, _ call: Call) async -> Result<any Shaped, RouteError> {
        do {
            return .success(try await Cause.$current.withValue(call.cause) { try await handler(request, call) })
        } catch let error as RouteError {
            return .failure(error)
        } catch is CancellationError {
            return .failure(.unavailable("\(member.id) is being stopped"))
        } catch {
            // The text of a foreign error may hold anything, so it stays in the log.
            member.log.error("a route failed", [("route", name), ("error", "\(error)")])
            let detail = "\(name) failed; the log of \(member.id) says why"
            return .failure(RouteError(code: "internal", status: 500, detail))
        }
    }

    /// The data as the reader's own type: as it is, or through plain data where both sides have types of their own.
    static func read<T: Shaped>(_ data: any Shaped) throws -> T {
        if let same = data as? T { return same }
        return try Value(encoding: data).decoded(as: T.self)
    }
}
