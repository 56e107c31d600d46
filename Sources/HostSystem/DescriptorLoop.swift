internal import CLinux
internal import FeatureKit
internal import Glibc

/// One thread that waits for many descriptors and calls a descriptor's handler when there is something to read.
///
/// Signals and file changes come through it; handlers must be short and must not block.
package final class DescriptorLoop: Sendable {
    /// The most descriptors that one wait reports; the rest follows with the next wait.
    private static let mostReports = 64
    /// The id of the loop's own wake-up.
    private static let wakeToken: UInt64 = 0

    private struct Handler {
        let descriptor: Descriptor
        let body: @Sendable () -> Void
    }

    private struct State {
        var lastToken = DescriptorLoop.wakeToken
        var handlers: [UInt64: Handler] = [:]
        var isStopped = false
    }

    private let poll: Descriptor
    private let wake: Descriptor
    private let state = Lock(State())

    /// Makes a loop that does nothing until it runs.
    package init() throws(SystemError) {
        poll = try Descriptor { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        wake = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
        try control(EPOLL_CTL_ADD, wake, token: Self.wakeToken)
    }

    /// Calls handlers until it is stopped or its task is cancelled.
    package func run() async throws {
        let failure = try await withTaskCancellationHandler {
            try await OwnedThread.run("descriptors") { [self] in callUntilStopped() }
        } onCancel: {
            stop()
        }
        if let failure { throw failure }
    }

    /// Ends `run()`, even if it has not begun.
    package func stop() {
        state.withLock { $0.isStopped = true }
        var one: UInt64 = 1
        _ = unsafe write(wake.number, &one, MemoryLayout.size(ofValue: one))
    }

    /// A descriptor that the loop waits for; pass it to `remove` in the end.
    package struct Token: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    /// Calls `body` on the loop's thread whenever `descriptor` can be read, until it is removed.
    ///
    /// It is called again for as long as something is left to read. The loop holds the descriptor open meanwhile.
    package func add(
        _ descriptor: Descriptor, whenReadable body: @escaping @Sendable () -> Void
    ) throws(SystemError) -> Token {
        let token = state.withLock { state in
            state.lastToken += 1
            state.handlers[state.lastToken] = Handler(descriptor: descriptor, body: body)
            return state.lastToken
        }
        do throws(SystemError) {
            try control(EPOLL_CTL_ADD, descriptor, token: token)
        } catch {
            _ = state.withLock { $0.handlers.removeValue(forKey: token) }
            throw error
        }
        return Token(number: token)
    }

    /// Stops waiting for a descriptor; a call of its handler that has begun goes on.
    package func remove(_ token: Token) {
        guard let handler = state.withLock({ $0.handlers.removeValue(forKey: token.number) }) else { return }
        // It fails if the system has removed the descriptor already, which is fine.
        _ = try? control(EPOLL_CTL_DEL, handler.descriptor, token: token.number)
    }

    private func callUntilStopped() -> SystemError? {
        do throws(SystemError) {
            while try turn() {}
            return nil
        } catch { return error }
    }

    /// Waits once and calls the handlers; false once the loop is stopped.
    private func turn() throws(SystemError) -> Bool {
        var reports = unsafe [epoll_event](repeating: epoll_event(), count: Self.mostReports)
        let count = try SystemError.check { unsafe epoll_wait(poll.number, &reports, Int32(reports.count), -1) }
        for index in 0..<Int(count) {
            guard !state.withLock({ $0.isStopped }) else { return false }
            // A descriptor that was removed after the wait has no handler any more.
            let token = unsafe reports[index].data.u64
            state.withLock { $0.handlers[token]?.body }?()
        }
        return !state.withLock { $0.isStopped }
    }

    private func control(_ operation: Int32, _ descriptor: Descriptor, token: UInt64) throws(SystemError) {
        var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: token))
        try SystemError.check { unsafe epoll_ctl(poll.number, operation, descriptor.number, &event) }
    }
}
