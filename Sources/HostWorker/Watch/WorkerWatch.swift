@_spi(Hosting) internal import FeatureWire

/// Decides when a worker has to be ended; pure, all times are uptimes.
struct WorkerWatch {
    enum Action: Equatable {
        /// Ask whether its threads make progress.
        case ping
        /// Measure how much memory it holds.
        case measure
        /// End it because of a fault.
        case end(WorkerFault)
    }

    /// How often its threads are asked; more often if the limit for a hang is short.
    static let beat = Duration.seconds(1)
    /// How often its memory is measured if the kernel does not report it.
    static let measuring = Duration.milliseconds(250)
    /// If a check runs so much later than planned, the host or the machine was suspended, and no worker is at fault.
    static let oversleeping = Duration.seconds(1)
    /// How long it may take to exit after it has said that its module has ended.
    static let leaving = Duration.seconds(2)
    /// How often its threads are asked within the limit for a hang, at least.
    private static let beatsPerHang = 4

    private enum Phase: Equatable {
        /// It has not introduced itself yet.
        case opening(since: Duration)
        /// It answered last at that time, and no question is open.
        case resting(since: Duration)
        /// It was asked at that time and has not answered yet.
        case asked(at: Duration)
        /// It has reported that its module has ended.
        case leaving(since: Duration)
        /// It has closed the link unannounced; usually it exits next.
        case unlinked(since: Duration)
        /// It is being ended.
        case over
    }

    private var limits: WorkerLimits
    private var phase: Phase
    private var nextMeasure: Duration
    private var lastLook: Duration
    private let measures: Bool

    /// - Parameter measures: Whether to measure its memory, since the kernel does not limit it.
    init(_ limits: WorkerLimits, at now: Duration, measures: Bool) {
        (self.limits, self.measures) = (limits, measures)
        phase = .opening(since: now)
        nextMeasure = now + Self.measuring
        lastLook = now
    }

    /// The time between an answer and the next question.
    private var beat: Duration { min(Self.beat, limits.hang / Self.beatsPerHang) }

    /// When to call `look` again.
    var next: Duration {
        let due: Duration? =
            switch phase {
            case .opening(let since): since + WorkerLimits.description
            case .resting(let since): since + beat
            case .asked(let at): at + limits.hang
            case .leaving(let since), .unlinked(let since): since + Self.leaving
            case .over: nil
            }
        // Even if nothing is due, it checks regularly, to notice when the host itself was suspended.
        let latest = lastLook + Self.beat
        return min(due ?? latest, measures && phase != .over ? nextMeasure : latest, latest)
    }

    /// It has introduced itself, with its library open.
    mutating func greeted(at now: Duration) { if case .opening = phase { phase = .resting(since: now) } }

    /// It has answered for how many beats one of its threads has been at the same job.
    mutating func answered(_ held: UInt32, at now: Duration) -> Action? {
        guard case .asked = phase else { return nil }
        phase = .resting(since: now)
        // The job may have begun only just before the first of these beats.
        guard beat * max(0, Int(held) - 1) >= limits.hang else { return nil }
        return end(.held(limits.hang))
    }

    /// It has reported that its module has ended.
    mutating func left(at now: Duration) { if phase != .over { phase = .leaving(since: now) } }

    /// It has closed the link, or the process that held it is gone.
    mutating func unlinked(at now: Duration) { if phase != .over { phase = .unlinked(since: now) } }

    /// It holds so many bytes of memory, together with the processes that it has started.
    mutating func holds(_ bytes: Int) -> Action? {
        guard phase != .over, bytes > limits.memory else { return nil }
        return end(.memory(bytes, limit: limits.memory))
    }

    /// It has to be ended for another reason.
    mutating func end(_ fault: WorkerFault) -> Action? {
        guard phase != .over else { return nil }
        phase = .over
        return .end(fault)
    }

    /// Returns the actions that are due, by the current limits.
    mutating func look(at now: Duration, _ limits: WorkerLimits) -> [Action] {
        self.limits = limits
        forgive(now - lastLook - Self.beat)
        lastLook = now
        var actions: [Action] = []
        switch phase {
        case .opening(let since) where now - since >= WorkerLimits.description:
            actions = [end(.slowStart(WorkerLimits.description))].compactMap(\.self)
        case .asked(let at) where now - at >= limits.hang:
            actions = [end(.silent(limits.hang))].compactMap(\.self)
        case .leaving(let since) where now - since >= Self.leaving:
            actions = [end(.stayed(Self.leaving))].compactMap(\.self)
        case .unlinked(let since) where now - since >= Self.leaving:
            actions = [end(.unlinked)].compactMap(\.self)
        case .resting(let since) where now - since >= beat:
            phase = .asked(at: now)
            actions = [.ping]
        default: break
        }
        if measures, phase != .over, now >= nextMeasure {
            nextMeasure = now + Self.measuring
            actions.append(.measure)
        }
        return actions
    }

    /// Moves the deadlines by the time in which the host was suspended.
    private mutating func forgive(_ late: Duration) {
        guard late >= Self.oversleeping else { return }
        switch phase {
        case .opening(let since): phase = .opening(since: since + late)
        case .asked(let at): phase = .asked(at: at + late)
        case .leaving(let since): phase = .leaving(since: since + late)
        case .unlinked(let since): phase = .unlinked(since: since + late)
        case .resting, .over: break
        }
    }
}
