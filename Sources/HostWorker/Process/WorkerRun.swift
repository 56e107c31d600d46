@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import Glibc
internal import HostSystem

/// One worker from its start to its end, on one thread: reads its wire and its output, and ends it where it has to be.
struct WorkerRun {
    /// What is done with a message; false ends the worker, which has done then what it was started for.
    typealias Take = (WireMessage) throws(WireError) -> Bool

    /// How much is read of output at a time.
    private static let page = 64 << 10
    /// How much is still taken of what a worker said before its end, where something that it started goes on.
    private static let mostTurns = 1_024

    private let child: WorkerChild
    private let stop: WorkerStop
    private let log: any LogSink
    private let limits: @Sendable () -> WorkerLimits
    private let clock = SystemClock()
    private let began: Timestamp
    private var input: SocketInput
    private var open: [WorkerOutput.Stream: Descriptor]
    private var output: WorkerOutput
    /// Nil once nobody can say any there.
    private var words: Descriptor?
    private var lastWords: [UInt8] = []
    private var tree: WorkerTree
    private var watch: WorkerWatch
    private var memory: Int
    private var page = [UInt8](repeating: 0, count: WorkerRun.page)
    private var fault: WorkerFault?
    /// It has said that its feature has ended, or has done what it was started for.
    private var isDone = false
    private var isUnlinked = false

    init(
        _ child: WorkerChild, of feature: String, log: any LogSink, stop: WorkerStop,
        limits: @escaping @Sendable () -> WorkerLimits
    ) {
        (self.child, self.log, self.stop, self.limits) = (child, log, stop, limits)
        began = clock.now
        let (now, first) = (clock.uptime, limits())
        input = SocketInput(child.connection.socket)
        (open, words) = (child.output, child.lastWords)
        output = WorkerOutput(of: feature, at: now)
        tree = WorkerTree(root: child.process.id)
        watch = WorkerWatch(first, at: now, measures: child.group?.limitsMemory != true)
        memory = first.memory
    }

    /// Looks after the worker until it has ended, and everything that it started.
    ///
    /// - Returns: Why it ended, unless it had done what it was there for.
    mutating func run(connected: () -> Void, take: Take) -> WorkerEnded? {
        while !turn(connected, take) {}
        let end = child.process.wait()
        // By now nothing that has stayed in its group of processes is left.
        tree.killKnown()
        let hasRunOut = child.group?.hasRunOut == true
        child.group?.remove()
        child.connection.close()
        return ended(end, hasRunOut)
    }

    /// Waits and does what there is to do; whether the worker has ended.
    private mutating func turn(_ connected: () -> Void, _ take: Take) -> Bool {
        var polls = [pollfd(fd: child.process.end.number, events: Int16(POLLIN), revents: 0)]
        polls.append(pollfd(fd: child.connection.wake.number, events: Int16(POLLIN), revents: 0))
        if !isUnlinked {
            let events = POLLIN | (child.connection.wantsToWrite ? POLLOUT : 0)
            polls.append(pollfd(fd: child.connection.socket.number, events: Int16(events), revents: 0))
        }
        if let words { polls.append(pollfd(fd: words.number, events: Int16(POLLIN), revents: 0)) }
        if !output.isFull {
            polls += open.values.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        }
        let due = min(watch.next, output.nextSecond ?? watch.next) - clock.uptime
        // A moment more, so that the time is over then.
        _ = unsafe poll(&polls, nfds_t(polls.count), due <= .zero ? 0 : Int32(due / .milliseconds(1)) + 1)

        // Looked at first: whatever it did before its end is there then.
        let hasEnded = polls[0].revents != 0
        if polls[1].revents != 0 { child.connection.hasLooked() }
        if child.connection.wantsToWrite { child.connection.flush() }
        // Before its output: somebody waits for what it answers.
        if !isUnlinked { readWire(toTheEnd: hasEnded, connected, take) }
        for record in output.look(at: clock.uptime) { write(record) }
        for stream in WorkerOutput.Stream.allCases { readOutput(stream, toTheEnd: hasEnded) }
        readLastWords()
        if hasEnded { return true }
        if stop.isStopped { kill() }
        for action in watch.look(at: clock.uptime, limits()) { act(action) }
        return false
    }

    private mutating func readWire(toTheEnd: Bool, _ connected: () -> Void, _ take: Take) {
        for _ in 0..<(toTheEnd ? Self.mostTurns : 1) where !isUnlinked && fault == nil && !isDone {
            do throws(WireError) {
                switch try input.read() {
                case .nothingYet: return
                case .end: unlink()
                case .more:
                    while let message = try input.next() {
                        if message.kind == .hello {
                            watch.greeted(at: clock.uptime)
                            connected()
                        } else {
                            try receive(message, take)
                        }
                    }
                }
            } catch {
                act(watch.end(.protocolBroken(error)))
            }
        }
    }

    private mutating func unlink() {
        isUnlinked = true
        if !isDone { watch.unlinked(at: clock.uptime) }
    }

    private mutating func receive(_ message: WireMessage, _ take: Take) throws(WireError) {
        guard fault == nil, !isDone else { return }
        switch message.kind {
        case .pong:
            let held = try message.read { reader throws(WireError) in try reader.number(UInt32.self) }
            act(watch.answered(held, at: clock.uptime))
        case .refusal where message.conversation == 0:
            act(watch.end(.library(try LibraryEntry.Problem(message))))
        default:
            let isLast = message.kind == .ended
            let goesOn = try take(message)
            guard isLast || !goesOn else { return }
            isDone = true
            watch.left(at: clock.uptime)
            // Told by that that there is nothing left to say, it goes.
            child.connection.close()
            if !goesOn { kill() }
        }
    }

    private mutating func readOutput(_ stream: WorkerOutput.Stream, toTheEnd: Bool) {
        for _ in 0..<(toTheEnd ? Self.mostTurns : 1) where toTheEnd || !output.isFull {
            guard let descriptor = open[stream] else { return }
            let count = unsafe page.withUnsafeMutableBytes { unsafe read(descriptor.number, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if count == 0 { open[stream] = nil }
                return
            }
            for record in output.take(page[..<count], from: stream) { write(record) }
        }
    }

    private mutating func readLastWords() {
        while let descriptor = words {
            let count = unsafe page.withUnsafeMutableBytes { unsafe read(descriptor.number, $0.baseAddress, $0.count) }
            guard count != 0, lastWords.count < CrashReport.most else { return words = nil }
            guard count > 0 else { return }
            lastWords += page[..<count]
        }
    }

    private func write(_ record: LogRecord) {
        if log.takes(record.level, from: record.feature) { log.write(record) }
    }

    private mutating func act(_ action: WorkerWatch.Action?) {
        switch action {
        case .ping: _ = child.connection.send(WireMessage(.ping))
        case .measure:
            tree.look()
            let limit = limits().memory
            act(watch.holds(tree.memory(limit: limit)))
        case .end(let fault):
            self.fault = fault
            kill()
        case nil: break
        }
        let limit = limits().memory
        if limit != memory {
            memory = limit
            child.group?.limit(memory: limit)
        }
    }

    /// Ends the worker with everything that it has started; what could start more is stopped before.
    private mutating func kill() {
        _ = watch.end(.stayed(.zero))
        child.process.send(SIGSTOP)
        if child.group == nil { tree.killOthers() }
        child.group?.kill()
        child.process.send(SIGKILL)
    }

    private mutating func ended(_ exit: ChildProcess.Exit, _ hasRunOut: Bool) -> WorkerEnded? {
        for record in output.end() { write(record) }
        if isDone || stop.isStopped { return nil }
        let report = CrashReport(lastWords)
        var end: WorkerEvidence.End =
            switch exit {
            case .code(let code): .code(code)
            case .signal(let signal): .signal(signal)
            }
        // The signal that it could not tell all about in time is another one.
        if let signal = report.signal, case .signal = end { end = .signal(signal) }
        if fault == nil, exit == .signal(SIGKILL), hasRunOut { fault = .memoryOfGroup(limit: memory) }
        let because = fault.map { "\($0)" }
        let evidence = WorkerEvidence(
            process: child.process.id, began: began, ended: clock.now, end: end, because: because,
            lastLines: output.lastLines, backtrace: fault == nil ? Backtrace.lines(report) : [])
        return WorkerEnded(because ?? "\(end)", evidence)
    }
}
