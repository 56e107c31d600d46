@_spi(Hosting) internal import FeatureKit
internal import FeatureProof
internal import Glibc
internal import HostProof
internal import HostRuntime
internal import HostSystem

/// Proves one feature in a process of its own; `flagstand test` and hosts start it.
///
/// What to prove comes as one line on its standard input, which is kept open for as long as anybody wants to know;
/// what happens goes out on descriptor 3, and whatever the feature prints stays apart from it.
@main
struct FlagstandTest {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        // The feature finds neither of them under its number.
        guard let events = taken(ProofEvent.descriptor), let input = taken(STDIN_FILENO) else {
            let words = "flagstand-test: error: is started by flagstand test, and by hosts; run flagstand test\n"
            StandardStreams.complain(words)
            exit(ExitCode.misused.rawValue)
        }
        StandardStreams.ensureOpen()
        MemoryArenas.share()
        // What it prints before a crash must have come out by then.
        StandardStreams.flushEachLine()
        do {
            try OwnedThread.begin("job") { follow(input, tellingOn: events) }
        } catch {
            StandardStreams.complain("flagstand-test: error: there is no thread to work on: \(error)\n")
            exit(ExitCode.bad.rawValue)
        }
        while true { pause() }
    }

    /// Takes a descriptor away from its number.
    private static func taken(_ number: Int32) -> Descriptor? {
        let free = try? Descriptor { fcntl(number, F_DUPFD_CLOEXEC, firstFree) }
        guard let free else { return nil }
        close(number)
        return free
    }

    /// The lowest number that our own descriptors get.
    private static let firstFree: Int32 = 100

    /// Begins what is asked for, and ends this process once nobody wants to know any more.
    private static func follow(_ input: Descriptor, tellingOn events: Descriptor) {
        var cutter = LineCutter()
        var page = [UInt8](repeating: 0, count: 64 * 1024)
        var hasBegun = false
        while true {
            let count = try? SystemError.check { unsafe read(input.number, &page, page.count) }
            guard let count else { _exit(ProofEvent.lost) }
            guard count > 0 else { leave() }
            for line in cutter.lines(page[..<count]) where !hasBegun {
                hasBegun = true
                guard let job = ProofJob(line: line) else {
                    StandardStreams.complain("flagstand-test: error: what to prove can't be understood\n")
                    exit(ExitCode.misused.rawValue)
                }
                begin(job, tellingOn: events)
            }
        }
    }

    private static func begin(_ job: ProofJob, tellingOn events: Descriptor) {
        let program = unsafe realpath("/proc/self/exe", nil).map { path in
            defer { unsafe free(path) }
            return unsafe String(cString: path)
        }
        let prover = Prover(program: program ?? CommandLine.arguments[0]) { event in
            do throws(SystemError) { try events.write(event.line) } catch {
                if error.code == EPIPE { leave() }
                _exit(ProofEvent.lost)
            }
        }
        // A thread of its own, since a feature may hold all of those that Swift's tasks share. The task is the program
        // itself, and ends it.
        let thread = SerialThread(name: "prover") { SystemClock().uptime }
        Task.detached { try await thread.run() }
        Task.detached(executorPreference: thread) {
            await prover.prove(job)
            // Nothing of the feature's is run any more, as it would be when it exits.
            _exit(ExitCode.fine.rawValue)
        }
    }

    /// Ends this process with all that the feature has started.
    private static func leave() -> Never {
        if getpgrp() == getpid() { kill(0, SIGKILL) }
        _exit(ExitCode.bad.rawValue)
    }
}

extension StandardStreams {
    fileprivate static func complain(_ text: String) {
        try? Descriptor(owning: STDERR_FILENO).write(Array(text.utf8))
    }
}
