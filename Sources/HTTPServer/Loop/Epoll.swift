internal import CLinux
internal import HostSystem

/// The system's list of descriptors that one thread waits for.
// Safe: of the reports' unions only the numbers are read that were put there, and the memory is this object's own.
@safe
final class Epoll {
    /// What has happened to a descriptor.
    struct Report {
        let token: LoopToken
        fileprivate let events: UInt32

        /// Something arrived, or the end of it.
        var isReadable: Bool { events & EPOLLIN.rawValue != 0 }
        /// There is room for more to send.
        var isWritable: Bool { events & EPOLLOUT.rawValue != 0 }
        /// The client sends no more.
        var hasEnded: Bool { events & EPOLLRDHUP.rawValue != 0 }
        /// The client neither sends nor reads any more.
        var isGone: Bool { events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 }
    }

    /// How a descriptor is watched.
    enum Interest {
        /// As long as there is something to read.
        case reading
        /// The same, where other loops wait for it too: one of them is woken.
        case sharedReading
        /// Not at the moment.
        case nothing
        /// Each time that something changes in one of both directions.
        case changes

        fileprivate var events: UInt32 {
            switch self {
            case .reading: EPOLLIN.rawValue
            case .sharedReading: EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
            case .nothing: 0
            case .changes: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
            }
        }
    }

    /// The most reports that one wait brings; the rest comes with the next one.
    private static let mostReports = 256
    private let descriptor: Descriptor
    private let reports: UnsafeMutablePointer<epoll_event>

    init() throws(SystemError) {
        descriptor = try Descriptor { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        unsafe reports = .allocate(capacity: Self.mostReports)
        unsafe reports.initialize(repeating: epoll_event(), count: Self.mostReports)
    }

    deinit { unsafe reports.deallocate() }

    func add(_ number: Int32, _ token: LoopToken, _ interest: Interest) throws(SystemError) {
        var event = unsafe epoll_event(events: interest.events, data: epoll_data_t(u64: token.number))
        try SystemError.check { unsafe epoll_ctl(descriptor.number, EPOLL_CTL_ADD, number, &event) }
    }

    func remove(_ number: Int32) {
        var event = unsafe epoll_event()
        _ = unsafe epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, &event)
    }

    /// Waits for reports, at most until a deadline before the end of time, and tells how many came.
    func wait(until deadline: Instant, now: Instant) -> Int {
        let most = Int32(Self.mostReports)
        return max(0, Int(unsafe epoll_wait(descriptor.number, reports, most, Self.timeout(deadline, now))))
    }

    /// What the last wait brought.
    subscript(index: Int) -> Report {
        let index = min(max(index, 0), Self.mostReports - 1)
        return unsafe Report(token: LoopToken(number: reports[index].data.u64), events: reports[index].events)
    }

    /// In whole milliseconds, rounded up so that a deadline is over when the wait is.
    static func timeout(_ deadline: Instant, _ now: Instant) -> Int32 {
        guard deadline < .max else { return -1 }
        guard deadline > now else { return 0 }
        return Int32(clamping: 1 &+ (deadline &- now &- 1) / 1_000_000)
    }
}
