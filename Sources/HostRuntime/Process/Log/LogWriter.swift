internal import CLinux
@_spi(Hosting) package import FeatureKit
internal import Glibc
package import HostSystem
internal import Synchronization

/// Takes lines of the log from everywhere without ever waiting, and writes them on a thread of its own.
///
/// Whatever becomes of the descriptor (a full disk, a reader that is slow or gone), the host goes on; lines that are
/// lost are counted, and the next line that gets through says how many.
package final class LogWriter: LogSink {
    /// How long a cancelled writer still writes what waits.
    package static let flushLimit = Duration.seconds(1)
    /// What comes faster than this wakes the writer's thread once in that time, and not for each line.
    private static let gathering = Duration.milliseconds(1)
    /// How much is made ready before it is written.
    private static let mostReady = 32 * 1024

    private struct State {
        var isRunning = false
        var queue = LogQueue()
        var levels: LogLevels
        var watches: [WeakWatch] = []
        /// When writing has to end; nil before the end has come.
        var deadline: Duration?
    }

    private enum Turn {
        case wait
        case write([LogEntry], lost: [String: Int])
        case end
    }

    /// What no line holds.
    package let hidden = HiddenSecrets()
    private let descriptor: Int32
    private let style: LogStyle
    private let clock: any ClockSource
    private let state: Lock<State>
    /// Counts up when something waits to be written.
    private let work: Descriptor
    /// Counts up when the end has come.
    private let end: Descriptor
    private let ended = Signal()
    private let lostSoFar = Atomic(0)
    /// The rank below which nobody wants a line; most lines that nobody wants end here, without the lock.
    private let leastRank: Atomic<Int>

    /// Makes a writer that takes lines at once and writes them once it runs.
    package init(
        to descriptor: Int32, style: LogStyle, levels: LogLevels = LogLevels(), clock: any ClockSource = SystemClock()
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.style = style
        self.clock = clock
        state = Lock(State(levels: levels))
        leastRank = Atomic(levels.least.rank)
        work = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC)) }
        end = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC)) }
    }

    /// How many lines were lost so far.
    package var lost: Int { lostSoFar.load(ordering: .relaxed) }

    /// Whether lines of that level are wanted from that feature.
    package func takes(_ level: LogLevel, from feature: String) -> Bool {
        level.rank >= leastRank.load(ordering: .relaxed) && state.withLock { $0.levels.take(level, from: feature) }
    }

    /// Takes a record.
    package func write(_ record: LogRecord) { add(.record(record, at: clock.now)) }

    /// Takes a record whose words are made on the writer's thread.
    package func write(_ late: any LateRecord) { add(.late(late, at: clock.now)) }

    /// Takes a line that is written as it is, between those of the log.
    package func line(_ text: String) { add(.line(text)) }

    /// Changes which lines are wanted from now on.
    package func setLevels(_ levels: LogLevels) {
        let watches = state.withLock { state in
            state.levels = levels
            return state.watches.compactMap(\.watch)
        }
        leastRank.store(levels.least.rank, ordering: .relaxed)
        for watch in watches { watch.tell() }
    }

    /// Calls `tell` after each change of the levels, until nobody holds what it returns.
    package func watchLevels(_ tell: @escaping @Sendable () -> Void) -> (any AnyObject & Sendable)? {
        let watch = LevelWatch(tell)
        state.withLock { state in
            state.watches.removeAll { $0.watch == nil }
            state.watches.append(WeakWatch(watch: watch))
        }
        return watch
    }

    /// Somebody who has to know when the levels change.
    private final class LevelWatch: Sendable {
        let tell: @Sendable () -> Void

        init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
    }

    private struct WeakWatch {
        weak var watch: LevelWatch?
    }

    /// Writes until it is closed or its task is cancelled.
    package func run() async throws {
        state.withLock { $0.isRunning = true }
        defer { ended.raise() }
        try await withTaskCancellationHandler {
            try await OwnedThread.run("log") { [self] in writeUntilStopped() }
        } onCancel: {
            stop(within: Self.flushLimit)
        }
    }

    /// Ends `run()` once everything is written or the time is over, and returns after it.
    package func close(within limit: Duration = flushLimit) async {
        stop(within: limit)
        if state.withLock({ $0.isRunning }) { await ended.wait() }
    }

    private func stop(within limit: Duration) {
        let deadline = SystemClock().uptime + limit
        state.withLock { $0.deadline = min($0.deadline ?? deadline, deadline) }
        count(up: end)
        count(up: work)
    }

    private func add(_ entry: LogEntry) {
        let entry = entry.bounded
        let isFirst = state.withLock { state in
            // After the end was asked for the queue only gets shorter, so that the end comes.
            guard state.deadline == nil else {
                state.queue.lose(entry)
                return false
            }
            return state.queue.add(entry)
        }
        if isFirst { count(up: work) }
    }

    private func count(up counter: Descriptor) {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(counter.number, &one, MemoryLayout.size(ofValue: one))
    }

    private func waitForWork() {
        var count: UInt64 = 0
        _ = unsafe read(work.number, &count, MemoryLayout.size(ofValue: count))
    }

    private func writeUntilStopped() {
        // A reader that is gone is an error of the write, on this thread whatever the process does about the signal.
        var broken = sigset_t()
        unsafe sigemptyset(&broken)
        unsafe sigaddset(&broken, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &broken, nil)

        var output = LogOutput(descriptor: descriptor, end: end) { [state] in state.withLock { $0.deadline } }
        var unreported = LogLosses()
        var lastWaking = Duration.zero
        while true {
            let turn = state.withLock { state -> Turn in
                let (entries, lost) = state.queue.takeAll()
                guard entries.isEmpty else { return .write(entries, lost: lost) }
                return state.deadline == nil ? .wait : .end
            }
            switch turn {
            case .wait:
                waitForWork()
                let now = SystemClock().uptime
                if now - lastWaking < Self.gathering { usleep(useconds_t(Self.gathering / .microseconds(1))) }
                lastWaking = now
            case .end: return
            case .write(let entries, let lost):
                var news = LogLosses(bySource: lost)
                news.unwritten = write(entries, to: &output)
                lostSoFar.add(news.count, ordering: .relaxed)
                unreported.add(news)
                if unreported.count > 0, write([report(of: unreported)], to: &output) == 0 {
                    unreported = LogLosses()
                }
            }
        }
    }

    /// Writes entries, and says how many of them were lost.
    private func write(_ entries: [LogEntry], to output: inout LogOutput) -> Int {
        let textLine = TextLine(hasColours: style == .text(colours: true), secondsFromUTC: TimeOfDay.secondsFromUTC())
        var lost = 0
        var ready = ""
        for (index, entry) in entries.enumerated() {
            switch (entry.worded, style) {
            case (.line(let line), _): ready += line + "\n"
            case (.record(let record, let time), .json): JSONLine.write(record, at: time, to: &ready)
            case (.record(let record, let time), .text): textLine.write(record, at: time, to: &ready)
            case (.late, _): break  // It has its words by now.
            }
            if ready.utf8.count >= Self.mostReady || index == entries.count - 1 {
                lost += output.write(hidden(Array(ready.utf8)))
                ready = ""
            }
        }
        return lost
    }

    private func report(of losses: LogLosses) -> LogEntry {
        let record = LogRecord(
            level: .warning, feature: LogRecord.host, message: "lines of the log were lost", fields: losses.fields)
        return .record(record, at: clock.now)
    }
}
