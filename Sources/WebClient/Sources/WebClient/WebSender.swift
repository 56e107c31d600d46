internal import CURL
internal import FeatureKit

/// Sends requests to servers, many at once on one thread, and keeps connections for those that follow.
///
/// What is sent waits until `run` is called.
public final class WebSender: Sendable {
    /// How many requests are under way at most; more are refused.
    public static let mostAtOnce = 1_000
    /// How many connections are open at once, to one server and in all.
    private static let mostToOneServer = 8
    private static let mostConnections = 128
    /// The longest that the thread waits without being woken, in milliseconds.
    private static let longestWait: Int32 = 60_000

    /// What is under way in the loop; only the sender's thread has it.
    private struct Sending {
        let curl: CurlHandle
        /// Hands out what came of it.
        let end: (Result<CURLcode, WebProblem>) -> Void
    }

    /// What the loop has not begun.
    private struct Order: Sendable {
        let id: UInt64
        let begin: @Sendable () -> Sending?
        let fail: @Sendable (WebProblem) -> Void
    }

    private struct State {
        var orders: [Order] = []
        /// Those of the loop that are to be given up.
        var cancelled: [UInt64] = []
        var lastID: UInt64 = 0
        /// Those that are ordered and have not ended.
        var open: Set<UInt64> = []
        var hasBegun = false
        /// Why nothing is sent any more.
        var end: WebProblem?
    }

    private let isPublicOnly: Bool
    private let stop = StopSign()
    private let state = Lock(State())

    /// Makes a sender.
    ///
    /// - Parameter publicOnly: Whether servers with private addresses are refused, which is for addresses that others hand
    ///   in. It is decided by the address that is connected to, after names were looked up, and no proxy is used.
    public init(publicOnly: Bool) { isPublicOnly = publicOnly }

    /// Sends until the task is cancelled, once; what is still under way then ends as stopped.
    public func run() async throws(WebProblem) {
        let hasBegun = state.withLock { state in
            defer { state.hasBegun = true }
            return state.hasBegun
        }
        guard !hasBegun else { throw WebProblem(.stopped) }
        let problem: WebProblem? = await withTaskCancellationHandler {
            do throws(WebThread.Failure) { return try await WebThread.run { self.loop() } } catch {
                return WebProblem(.noThread(error.code))
            }
        } onCancel: {
            stop.raise()
        }
        let left = state.withLock { state in
            state.end = problem ?? WebProblem(.stopped)
            defer { state.orders = [] }
            return state.orders
        }
        for order in left { order.fail(problem ?? WebProblem(.stopped)) }
        if let problem { throw problem }
    }

    /// Asks a server, and returns whatever it answers; redirects are not followed.
    public func reply(to question: WebQuestion) async throws(WebProblem) -> WebReply {
        var question = question
        question.takesAnyStatus = true
        question.isPublicOnly = isPublicOnly
        if case .stream(let head, _) = question.patience { question.patience = .whole(head) }
        return try await send { [question, stop] () throws(WebProblem) in
            var body: [UInt8] = []
            let taker = Incoming.Taker {
                _ in
                true
            } bytes: {
                body += $0
                return true
            }
            let transfer = try Transfer(question, stop: stop, taker: taker)
            return (
                transfer.curl,
                { code throws(WebProblem) in
                    let head = try transfer.head(after: code)
                    return WebReply(head: head, body: body, retryAfter: transfer.curl.retryAfter)
                }
            )
        }
    }

    /// Has a transfer made and driven by the loop.
    ///
    /// - Parameter prepare: Makes it on the loop's thread, with what reads its result.
    func send<Reply: Sendable>(
        _ prepare: @escaping @Sendable () throws(WebProblem) -> (CurlHandle, (CURLcode) throws(WebProblem) -> Reply)
    ) async throws(WebProblem) -> Reply {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let result: Result<Reply, WebProblem> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let order = Order(id: id) {
                    do throws(WebProblem) {
                        let (curl, read) = try prepare()
                        return Sending(curl: curl) { result in
                            continuation.resume(
                                returning: result.flatMap { code in
                                    Result { () throws(WebProblem) in try read(code) }
                                })
                        }
                    } catch {
                        continuation.resume(returning: .failure(error))
                        return nil
                    }
                } fail: {
                    continuation.resume(returning: .failure($0))
                }
                if let problem = add(order) { order.fail(problem) } else { stop.wake() }
            }
        } onCancel: {
            cancel(id)
        }
        return try result.get()
    }

    /// Takes an order, or says why not.
    private func add(_ order: Order) -> WebProblem? {
        state.withLock { state in
            if let end = state.end { return end }
            // A task that is cancelled later finds the order here.
            if Task.isCancelled { return WebProblem(.stopped) }
            guard state.open.count < Self.mostAtOnce else { return WebProblem(.tooMany(most: Self.mostAtOnce)) }
            state.open.insert(order.id)
            state.orders.append(order)
            return nil
        }
    }

    /// Gives up what the loop has, and what it has not begun at once.
    private func cancel(_ id: UInt64) {
        let order = state.withLock { state -> Order? in
            guard let place = state.orders.firstIndex(where: { $0.id == id }) else {
                if state.open.contains(id) { state.cancelled.append(id) }
                return nil
            }
            state.open.remove(id)
            return state.orders.remove(at: place)
        }
        if let order { order.fail(WebProblem(.stopped)) } else { stop.wake() }
    }

    // MARK: - The thread

    /// Drives the transfers until the sender is stopped.
    private func loop() -> WebProblem? {
        let waiter: CurlWaiter
        do throws(WebProblem) { waiter = try CurlWaiter(stop) } catch { return error }
        unsafe curl_loop_limit(waiter.pointer, CURLMOPT_MAX_HOST_CONNECTIONS, Self.mostToOneServer)
        unsafe curl_loop_limit(waiter.pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.mostConnections)
        unsafe curl_loop_limit(waiter.pointer, CURLMOPT_MAXCONNECTS, Self.mostConnections)
        var active: [UInt64: Sending] = [:]
        var ids: [UInt: UInt64] = [:]
        func end(_ id: UInt64, _ result: Result<CURLcode, WebProblem>) {
            guard let transfer = active.removeValue(forKey: id) else { return }
            ids[transfer.curl.number] = nil
            unsafe curl_loop_remove(waiter.pointer, transfer.curl.pointer)
            _ = state.withLock { $0.open.remove(id) }
            transfer.end(result)
        }
        while !stop.isRaised {
            let (orders, cancelled) = state.withLock { state in
                defer { (state.orders, state.cancelled) = ([], []) }
                return (state.orders, state.cancelled)
            }
            for order in orders {
                guard let transfer = order.begin() else {
                    _ = state.withLock { $0.open.remove(order.id) }
                    continue
                }
                active[order.id] = transfer
                ids[transfer.curl.number] = order.id
                if unsafe !curl_loop_add(waiter.pointer, transfer.curl.pointer) {
                    end(order.id, .success(CURLE_FAILED_INIT))
                }
            }
            for id in cancelled { end(id, .failure(WebProblem(.stopped))) }
            unsafe curl_loop_turn(waiter.pointer)
            var code = CURLE_OK
            while let ended = unsafe curl_loop_next(waiter.pointer, &code) {
                if let id = ids[UInt(bitPattern: ended)] { end(id, .success(code)) }
            }
            unsafe curl_loop_wait(waiter.pointer, Self.longestWait)
        }
        for id in Array(active.keys) { end(id, .failure(WebProblem(.stopped))) }
        return nil
    }
}
