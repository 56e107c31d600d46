@_spi(Hosting) internal import FeatureWire

/// Decides whether a worker has to be ended; pure, all times are uptimes.
struct WorkerWatch {
    enum Action: Equatable {
        /// Ask whether its threads get anywhere.
        case ping
        /// Look how much memory it holds.
        case measure
        /// End it, because of that.
        case end(WorkerFault)
    }

    /// How often its threads are asked; more often where it may not be silent for long.
    static let beat = Duration.seconds(1)
    /// How often is looked at what it holds, where the kernel does not tell.
    static let measuring = Duration.milliseconds(250)
    /// Whoever looks so much later than it wanted to was stopped itself, or the machine was: that is nobody's fault.
    static let oversleeping = Duration.seconds(1)
    /// How long it may take to go once it has said that its feature has ended.
    static let leaving = Duration.seconds(2)
    /// So many times in a hang its threads are asked at least.
    private static let beatsPerHang = 4

    private enum Phase: Equatable {
        /// It has not said yet who it is.
        case opening(since: Duration)
        /// It has answered last at that time.
        case resting(since: Duration)
        /// It has been asked at that time.
        case asked(at: Duration)
        /// It has said that it is done.
        case leaving(since: Duration)
        /// It has closed the link without a word; as a rule its end follows.
        case unlinked(since: Duration)
        /// It is being ended.
        case over
    }

    private var limits: WorkerLimits
    private var phase: Phase
    private var nextMeasure: Duration
    private var lastLook: Duration
    private let measures: Bool

    /// - Parameter measures: That the kernel does not look after its memory.
    init(_ limits: WorkerLimits, at now: Duration, measures: Bool) {
        (self.limits, self.measures) = (limits, measures)
        phase = .opening(since: now)
        nextMeasure = now + Self.measuring
        lastLook = now
    }

    /// How long it may be silent between two questions.
    private var beat: Duration { min(Self.beat, limits.hang / Self.beatsPerHang) }

    /// When to look again.
    var next: Duration {
        let due: Duration? =
            switch phase {
            case .opening(let since): since + WorkerLimits.description
            case .resting(let since): since + beat
            case .asked(let at): at + limits.hang
            case .leaving(let since), .unlinked(let since): since + Self.leaving
            case .over: nil
            }
        // Where nothing is due it looks now and then all the same, so that it notices when it was stopped.
        let latest = lastLook + Self.beat
        return min(due ?? latest, measures && phase != .over ? nextMeasure : latest, latest)
    }

    /// It has said who it is, with its library open.
    mutating func greeted(at now: Duration) { if case .opening = phase { phase = .resting(since: now) } }

    /// It has said for how many beats one of its threads has been at the same piece of work.
    mutating func answered(_ held: UInt32, at now: Duration) -> Action? {
        guard case .asked = phase else { return nil }
        phase = .resting(since: now)
        // It may have begun just before the first of these beats.
        guard beat * max(0, Int(held) - 1) >= limits.hang else { return nil }
        return end(.held(limits.hang))
    }

    /// It has said that its feature has ended.
    mutating func left(at now: Duration) { if phase != .over { phase = .leaving(since: now) } }

    /// It has closed the link, or what held it is gone.
    mutating func unlinked(at now: Duration) { if phase != .over { phase = .unlinked(since: now) } }

    /// It holds so many bytes, with what it has started.
    mutating func holds(_ bytes: Int) -> Action? {
        guard phase != .over, bytes > limits.memory else { return nil }
        return end(.memory(bytes, limit: limits.memory))
    }

    /// Somebody else has found that it has to be ended.
    mutating func end(_ fault: WorkerFault) -> Action? {
        guard phase != .over else { return nil }
        phase = .over
        return .end(fault)
    }

    /// Looks what is due, with the limits as they are now.
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

    /// Moves what it waits for by the time in which nobody could look.
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
