internal import FeatureKit
internal import NotificationsContracts
internal import Speech

/// What a client is to play: one of these.
@Record struct SpeechEvent: Equatable {
    /// What to play now, whose sound is at /speech/sound.
    var speak: Utterance?
    /// The id of what is not to be played on.
    @In(1...Int64.max) var stop: Int64?

    init(_ action: SpeechQueue.Action) {
        switch action {
        case .speak(let utterance): self.init(speak: utterance)
        case .stop(let id): self.init(stop: id)
        }
    }
}

/// The queue of a device that listens.
final class Speaker: Sendable {
    private struct State {
        var queue = SpeechQueue()
        /// The utterance of each announcement or entry that waits or is spoken.
        var utterances: [String: Int64] = [:]
    }

    let actions: AsyncStream<SpeechQueue.Action>
    private let player: AsyncStream<SpeechQueue.Action>.Continuation
    private let state = Lock(State())

    init() { (actions, player) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(256)) }

    /// Speaks what was said, or no longer where it is over.
    func take(_ news: News, at now: Timestamp) {
        let (id, title, body, language, isOver) =
            switch news {
            case .announcement(let said):
                (said.id, said.title, said.body, said.language, said.isOver || said.isConfirmed)
            case .entry(let said): (said.id.text, said.title, said.body, said.language, !said.isUnread)
            }
        let priority: SpeechPriority =
            switch news.about.level {
            case .info: .normal
            case .important: .high
            case .emergency: .emergency
            }
        let text = String((body.isEmpty ? "\(title)." : "\(title). \(body)").prefix(2_000))
        play { state in
            let known = state.utterances[id]
            if isOver {
                state.utterances[id] = nil
                return known.map { state.queue.withdraw($0, at: now) } ?? []
            }
            let (answer, actions) = state.queue.add(text, language: language, priority: priority, at: now)
            guard case .accepted(let new) = answer else { return actions }
            state.utterances[id] = new
            // What has changed is not spoken as it was.
            return actions + (known.map { state.queue.withdraw($0, at: now) } ?? [])
        }
    }

    /// Changes the queue as its listener wants.
    func change(_ change: (inout SpeechQueue) -> [SpeechQueue.Action]) { play { change(&$0.queue) } }

    private func play(_ change: (inout State) -> [SpeechQueue.Action]) {
        let isSlow = state.withLock { state in
            let actions = change(&state)
            let open = Set(([state.queue.current].compactMap(\.self) + state.queue.waiting).map(\.id))
            state.utterances = state.utterances.filter { open.contains($0.value) }
            return actions.contains { if case .dropped = player.yield($0) { true } else { false } }
        }
        if isSlow { end() }
    }

    /// What is spoken now or waits, by its id.
    func utterance(_ id: Int64) -> Utterance? {
        state.withLock { state in ([state.queue.current].compactMap(\.self) + state.queue.waiting).first { $0.id == id }
        }
    }

    /// Ends the stream.
    func end() { player.finish() }
}
