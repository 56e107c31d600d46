internal import CLinux
internal import FeatureKit
internal import Glibc
internal import HostSystem

/// What other threads want of a loop; it is woken once for each batch.
final class LoopInbox: Sendable {
    /// What lay in it.
    struct Batch {
        var jobs: [LoopJob] = []
        var messages: [LoopMessage] = []

        var isEmpty: Bool { jobs.isEmpty && messages.isEmpty }
    }

    private struct State {
        var batch = Batch()
        var isOpen = true
    }

    let wake: Descriptor
    private let state = Lock(State())

    init() throws(SystemError) {
        wake = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    /// Leaves a job; false once the loop has ended.
    func leave(_ job: LoopJob) -> Bool { leave { $0.jobs.append(job) } }

    /// Leaves a message; false once the loop has ended.
    func leave(_ message: LoopMessage) -> Bool { leave { $0.messages.append(message) } }

    /// Takes everything out, after a wake-up.
    func take() -> Batch {
        var count: UInt64 = 0
        _ = unsafe read(wake.number, &count, MemoryLayout.size(ofValue: count))
        return state.withLock { state in
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    /// Takes nothing more, and answers what was left last.
    func close() -> Batch {
        state.withLock { state in
            state.isOpen = false
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    private func leave(_ add: (inout Batch) -> Void) -> Bool {
        let (isOpen, isFirst) = state.withLock { state in
            guard state.isOpen else { return (false, false) }
            let isFirst = state.batch.isEmpty
            add(&state.batch)
            return (true, isFirst)
        }
        if isFirst {
            var one: UInt64 = 1
            _ = unsafe write(wake.number, &one, MemoryLayout.size(ofValue: one))
        }
        return isOpen
    }
}

/// A piece of a task that wants to run on a loop, and who runs it where that is not the loop itself.
struct LoopJob: Sendable {
    let job: UnownedJob
    let runner: (any LoopJobRunner)?
}

/// Something that a loop has to do on its thread.
enum LoopMessage: Sendable {
    case answer(ExchangeTicket, Response)
    case stream(ExchangeTicket, StreamPipe, Status, Fields)
    case follow(ExchangeTicket, EventFeed, Fields, after: String?)
    case unfollow(ExchangeTicket, String, [UInt8])
    /// Nobody is left who could answer.
    case abandoned(ExchangeTicket)
    /// A stream has bytes to send, or has ended.
    case pump(StreamPipe, Connection)
    /// A feed has events for those who follow it on this loop.
    case events(EventFeed)
    case drain(limit: Duration)
}
