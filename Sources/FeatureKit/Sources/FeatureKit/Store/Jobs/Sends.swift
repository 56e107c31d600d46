/// A request to another feature that is sent until it was answered.
@Record struct SentRequest: Equatable {
    /// Which route.
    let route: String
    /// What is asked.
    let request: Value

    static let queue = JobQueue<SentRequest>("kit-sends")

    /// What it is as plain data, without a detour over JSON.
    var plain: Value { ["route": .text(route), "request": request] }
}

extension Contract {
    /// The feature sends requests to another feature's route in its transactions: `tx.send(request, to: route, …)`.
    public static func sends<Request, Reply>(to route: Route<Request, Reply>) -> Contract {
        Contract(
            role: .requests, name: route.name, shape: Request.shape, reply: Reply.shape, needs: [.jobs],
            types: [Request.self, Reply.self])
    }
}

extension StoreTransaction {
    /// Sends a request once this transaction is on the disk, again and again until it is answered.
    ///
    /// It is sent at least once, also after a crash; by an id in the request the route can tell whether it has received
    /// it before. A request that the route refuses as wrong is not sent again, and is kept as a dead letter.
    ///
    /// - Parameters:
    ///   - id: Its id, unique among the requests to that route.
    ///   - key: Requests with the same key to one module arrive in the order in which they were sent.
    ///   - person: The person whose data the request holds; the request is deleted where that person is erased.
    ///   - until: When it is no longer worth sending.
    /// - Throws: `undeclared` where no contract says `.sends(to: route)`, `full` where 100,000 wait.
    public func send<Request, Reply>(
        _ request: Request, to route: Route<Request, Reply>, id: String, key: String, person: String? = nil,
        until: Timestamp
    ) throws(StoreError) {
        guard access.sends(route.name, Request.shape) else {
            throw access.noting(.notDeclaredToSend(to: route.name, by: access.feature))
        }
        let module = route.name.prefix { $0 != "." }
        let value: Value
        do { value = try Value(encoding: request) } catch { throw .misfit(id, in: route.name, error) }
        _ = try enqueue(
            SentRequest(route: route.name, request: value).plain, in: SentRequest.queue, id: "\(route.name) \(id)",
            key: "\(module) \(key)", person: person, due: nil, until: until)
    }
}

/// Sends what a feature's transactions have to send to other ones.
final class Sends: Sendable {
    /// How long it waits for an answer.
    private static let patience = Duration.seconds(10)

    private let bus: Bus
    private let clock: FeatureClock
    private let jobs: StoredJobs<SentRequest>
    private let routes: [String: RouteShapes]

    /// Nil where no contract sends anything, and where the bus is elsewhere.
    init?(_ contracts: [Contract], in store: StoreAccess, member: Member, clock: FeatureClock) throws {
        let sent = contracts.filter { $0.role == .requests && $0.needs.contains(.jobs) }
        guard !sent.isEmpty, member.core.uplink == nil else { return nil }
        bus = Bus(member: member)
        self.clock = clock
        jobs = try store.store.jobs(SentRequest.queue)
        routes = Dictionary(
            sent.map { ($0.name, RouteShapes(request: $0.shape, reply: $0.reply ?? Nothing.shape)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Sends what waits until the feature is asked to stop.
    func run() async {
        let table = bus.member.core.routes
        let prefix = SentRequest.queue.rowID("").count
        // Sent all the same, each would fail and be stored again and again, while nobody is there to answer.
        let hold = JobHold(
            wanted: { [routes] id in
                let route = String(id.dropFirst(prefix).prefix { $0 != " " })
                return routes[route] == nil ? nil : route
            }, isThere: { table.route($0) != nil }, news: { table.news })
        await jobs.run(on: clock, log: bus.member.log, holding: hold) { [bus, routes] attempt in
            let job = attempt.job
            guard let shapes = routes[job.route] else {
                throw JobFailure.giveUp("\(job.route) is a route of an earlier version")
            }
            do {
                _ = try await bus.ask(job.route, job.request, shapes, within: Self.patience, because: Cause.current)
            } catch let error as RequestError { throw JobFailure(error) }
        }
    }
}

extension JobFailure {
    /// Refused as wrong it would be refused again; everything else may be better later.
    init(_ error: RequestError) {
        guard let refusal = error.refusal else {
            self = .retry(error.description)
            return
        }
        let isPassing = refusal.status >= 500 || refusal.status == 429 || refusal.status == 408
        self = isPassing ? .retry(error.description, after: refusal.retryAfter) : .giveUp(error.description)
    }
}
