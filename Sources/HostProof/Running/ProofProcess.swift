internal import FeatureKit
internal import Glibc
internal import HostSystem
internal import JSON

/// The parent's handle of a process that proves a module; to be used on one thread.
final class ProofProcess {
    /// What happened since the last wait.
    struct Seen {
        var lines: [[UInt8]] = []
        var output: [UInt8] = []
        /// Whether it closed its event pipe.
        var isClosed = false
        var hasEnded = false
    }

    /// The bytes of one read.
    private static let page = 64 * 1024
    /// The most bytes of output that are read at once, so that a process that writes without a pause blocks nothing.
    private static let mostAtOnce = 4 * 1024 * 1024

    /// A longer wait is split into several of this length.
    private static let longestWait = Duration.seconds(3_600)

    private let child: ChildProcess
    private let input: Descriptor
    private var events: Descriptor?
    private var output: Descriptor?
    private var cutter = LineCutter()
    /// The part of the job that was not sent to it yet.
    private var job: ArraySlice<UInt8>

    init(_ program: String, _ job: ProofJob, _ environment: [String: String]) throws(SystemError) {
        let (theirInput, theirEvents, theirOutput): (Descriptor, Descriptor, Descriptor)
        (theirInput, input) = try Self.pair()
        (theirEvents, events) = try Self.pair()
        (theirOutput, output) = try Self.pair()
        self.job = ArraySlice(job.line)
        // Standard output and error share a socket, so that their order is kept.
        let descriptors = [theirInput, theirOutput, theirOutput, theirEvents]
        child = try ChildProcess(
            ChildProcess.Command(program, [], environment: environment, descriptors: descriptors))
    }

    /// Kills it and its process group.
    func kill() { child.send(SIGKILL) }

    /// Returns its exit status, once it has ended.
    func end() -> ChildProcess.Exit { child.wait() }

    /// Waits until the process does something, the time is over, or `wake` can be read.
    func wait(until left: Duration?, or wake: Descriptor?) throws(SystemError) -> Seen {
        var polls: [pollfd] = []
        func add(_ descriptor: Descriptor?, _ events: Int32) {
            if let descriptor { polls.append(pollfd(fd: descriptor.number, events: Int16(events), revents: 0)) }
        }
        add(child.end, POLLIN)
        add(wake, POLLIN)
        add(events, POLLIN)
        add(output, POLLIN)
        if !job.isEmpty { add(input, POLLOUT) }
        // A millisecond more, so that the time is really over after the wait.
        let time = left.map { Int32(max(.zero, min($0, Self.longestWait)) / .milliseconds(1)) + 1 } ?? -1
        try SystemError.check { unsafe poll(&polls, nfds_t(polls.count), time) }

        tellJob()
        var seen = Seen()
        // Checked before reading, so that everything that it wrote before its end is read.
        seen.hasEnded = polls[0].revents != 0
        let told = read(&events)
        seen.isClosed = events == nil
        seen.lines = cutter.lines(told)
        seen.output = read(&output)
        return seen
    }

    private func tellJob() {
        while !job.isEmpty {
            let count = unsafe job.withUnsafeBytes { unsafe send(input.number, $0.baseAddress, $0.count, Self.quietly) }
            if count > 0 { job = job.dropFirst(count) } else if errno != EINTR { break }
        }
    }

    private static let quietly = Int32(MSG_NOSIGNAL)

    /// Reads the available bytes; the descriptor becomes nil at the end of its stream.
    private func read(_ descriptor: inout Descriptor?) -> [UInt8] {
        var bytes: [UInt8] = []
        var page = [UInt8](repeating: 0, count: Self.page)
        while let number = descriptor?.number, bytes.count < Self.mostAtOnce {
            let count = unsafe page.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes += page[..<count]
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                descriptor = nil
            } else if errno == EAGAIN {
                break
            }
        }
        return bytes
    }

    /// A socket pair: the child's end, which blocks, and the parent's, which does not.
    private static func pair() throws(SystemError) -> (theirs: Descriptor, ours: Descriptor) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
        let (theirs, ours) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        try SystemError.check { fcntl(ours.number, F_SETFL, O_NONBLOCK) }
        return (theirs, ours)
    }
}
