public import FeatureKit

/// How much a text that is spoken matters.
public enum SpeechPriority: String, CaseIterable, Shaped, Comparable {
    /// From the least on; an emergency interrupts everything else, also where speech is paused.
    case low, normal, high, emergency

    /// Whether the first one waits for the second.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A text to speak.
@Record public struct Utterance: Equatable {
    /// Its number in the queue, which names it to the player.
    public let id: Int64
    /// What is spoken.
    @Text(1...2_000) public let text: String
    /// The language, such as es.
    @Text(2...35) public let language: String
    /// How much it matters.
    public let priority: SpeechPriority

    fileprivate func says(_ text: String, _ language: String) -> Bool { self.text == text && self.language == language }
}

/// When a text was spoken last.
@Record public struct SpokenUtterance: Equatable {
    /// What was spoken.
    public let utterance: Utterance
    /// When it began or ended.
    public let at: Timestamp
}

/// What is spoken next to one listener: a value that decides, and whose owner stores it and has the player do the actions.
///
/// An emergency interrupts what is spoken, which is spoken again from its start afterwards: half a sentence helps nobody.
@Record public struct SpeechQueue: Equatable {
    /// What the player is to do.
    public enum Action: Equatable, Sendable {
        case stop(id: Int64)
        case speak(Utterance)
    }

    /// What became of a text.
    public enum Answer: Equatable, Sendable {
        case accepted(id: Int64)
        /// It waits already, or was spoken in the last ten seconds.
        case repeated
        /// Too many wait that matter as much.
        case full
        /// The text is empty or longer than an utterance may be, or the language is none.
        case invalid
    }

    /// For this long a text is not spoken again.
    public static let pauseBetweenEqualTexts = Duration.seconds(10)
    /// So many wait, and the one that a pause interrupted.
    public static let mostWaiting = 64

    /// What is spoken now.
    public private(set) var current: Utterance?
    /// What waits, in the order in which it is spoken.
    @Count(0...65) public private(set) var waiting: [Utterance] = []
    /// Whether only emergencies are spoken.
    public private(set) var isPaused = false
    /// How many were dropped or refused because too many waited.
    public private(set) var dropped: Int64 = 0
    /// What was spoken a short while ago.
    @Count(0...64) private var spoken: [SpokenUtterance] = []
    /// The number of the next utterance.
    private var nextID: Int64 = 1

    /// An empty queue.
    public init() {}

    /// Takes a text; where too many wait, the last one of those that matter less is dropped for it.
    public mutating func add(
        _ text: String, language: String, priority: SpeechPriority = .normal, at now: Timestamp
    ) -> (answer: Answer, actions: [Action]) {
        spoken.removeAll { $0.at > now || $0.at.advanced(by: Self.pauseBetweenEqualTexts) <= now }
        let utterance = Utterance(id: nextID, text: text, language: language, priority: priority)
        guard 1...2_000 ~= text.count, 2...35 ~= language.count else { return (.invalid, []) }
        let known = waiting + [current].compactMap(\.self) + spoken.map(\.utterance)
        let isKnown = known.contains { $0.says(text, language) && $0.priority >= priority }
        let isSpokenNow = current?.says(text, language) == true
        guard !isKnown, !isSpokenNow || priority == .emergency else { return (.repeated, []) }
        // The same text that matters less has become needless.
        waiting.removeAll { $0.says(text, language) }
        if waiting.count >= Self.mostWaiting {
            dropped += 1
            guard let last = waiting.last, last.priority < priority else { return (.full, []) }
            waiting.removeLast()
        }
        let actions = isSpokenNow ? current.map { [Action.stop(id: $0.id)] } ?? [] : []
        if isSpokenNow { current = nil }
        nextID += 1
        waiting.insert(utterance, at: waiting.firstIndex { $0.priority < priority } ?? waiting.endIndex)
        return (.accepted(id: utterance.id), actions + next(now))
    }

    /// Goes on with the next one: the player has spoken one to its end, or could not.
    public mutating func finish(_ id: Int64, at now: Timestamp) -> [Action] {
        guard let current, current.id == id else { return [] }
        remember(current, now)
        self.current = nil
        return next(now)
    }

    /// Stops, and keeps what was spoken for `resume`; an emergency is spoken to its end.
    public mutating func pause() -> [Action] {
        isPaused = true
        return current?.priority == .emergency ? [] : interrupt()
    }

    /// Goes on after a pause.
    public mutating func resume(at now: Timestamp) -> [Action] {
        isPaused = false
        return next(now)
    }

    /// Leaves the rest of what is spoken, in a pause what would be spoken next, and goes on.
    public mutating func skip(at now: Timestamp) -> [Action] {
        if let id = (current ?? waiting.first)?.id { withdraw(id, at: now) } else { [] }
    }

    /// Takes an utterance back, whether it is spoken or waits.
    public mutating func withdraw(_ id: Int64, at now: Timestamp) -> [Action] {
        waiting.removeAll { $0.id == id }
        guard current?.id == id else { return [] }
        current = nil
        return [.stop(id: id)] + next(now)
    }

    /// Takes everything back.
    public mutating func clear() -> [Action] {
        waiting = []
        defer { current = nil }
        return current.map { [.stop(id: $0.id)] } ?? []
    }

    private mutating func next(_ now: Timestamp) -> [Action] {
        guard let first = waiting.first else { return [] }
        let isEmergency = first.priority == .emergency
        guard current == nil ? isEmergency || !isPaused : isEmergency && current?.priority != .emergency else {
            return []
        }
        waiting.removeFirst()
        let actions = interrupt()
        current = first
        remember(first, now)
        return actions + [.speak(first)]
    }

    /// Puts what is spoken before the others of its priority.
    private mutating func interrupt() -> [Action] {
        guard let current else { return [] }
        waiting.insert(current, at: waiting.firstIndex { $0.priority <= current.priority } ?? waiting.endIndex)
        self.current = nil
        return [.stop(id: current.id)]
    }

    private mutating func remember(_ utterance: Utterance, _ now: Timestamp) {
        spoken.removeAll { $0.utterance.says(utterance.text, utterance.language) }
        if spoken.count == Self.mostWaiting { spoken.removeFirst() }
        spoken.append(SpokenUtterance(utterance: utterance, at: now))
    }
}
