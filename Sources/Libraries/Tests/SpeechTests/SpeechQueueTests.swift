import FeatureKit
import LibraryTestSupport
import Testing

@testable import Speech

@Suite struct SpeechQueueTests {
    /// A time in seconds.
    private func at(_ second: Int) -> Timestamp { Timestamp(nanoseconds: Int64(second) * 1_000_000_000) }

    private func texts(_ actions: [SpeechQueue.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .stop(let id): "stop \(id)"
            case .speak(let utterance): utterance.text
            }
        }
    }

    @Test func anEmergencyInterruptsAndTheRestGoesOnAfterwards() {
        var queue = SpeechQueue()
        #expect(texts(queue.add("tour", language: "es", at: at(0)).actions) == ["tour"])
        #expect(queue.add("later", language: "es", at: at(1)).actions == [])
        #expect(queue.add("sooner", language: "es", priority: .high, at: at(1)).actions == [])
        #expect(
            texts(queue.add("leave", language: "es", priority: .emergency, at: at(2)).actions) == ["stop 1", "leave"])
        #expect(queue.add("leave now", language: "es", priority: .emergency, at: at(3)).actions == [])
        #expect(queue.finish(1, at: at(4)) == [])
        #expect(texts(queue.finish(4, at: at(4))) == ["leave now"])
        #expect(texts(queue.finish(5, at: at(5))) == ["sooner"])
        #expect(texts(queue.finish(3, at: at(6))) == ["tour"])
        #expect(texts(queue.finish(1, at: at(7))) == ["later"])
    }

    @Test func theSameTextComesOnceInTenSecondsUnlessItMattersMore() {
        var queue = SpeechQueue()
        _ = queue.add("a", language: "es", at: at(0))
        #expect(queue.add("a", language: "es", at: at(60)).answer == .repeated)
        _ = queue.finish(1, at: at(70))
        #expect(queue.add("a", language: "es", at: at(79)).answer == .repeated)
        #expect(queue.add("a", language: "en", at: at(79)).answer == .accepted(id: 2))
        _ = queue.add("b", language: "es", at: at(79))
        let raised = queue.add("b", language: "es", priority: .high, at: at(79))
        #expect(raised.answer == .accepted(id: 4) && queue.waiting.map(\.id) == [4])
        #expect(texts(queue.add("a", language: "en", priority: .emergency, at: at(79)).actions) == ["stop 2", "a"])
        #expect(queue.waiting.map(\.id) == [4])
        #expect(queue.add("a", language: "es", at: at(80)).answer == .accepted(id: 6))
        // A clock that was set back does not silence anything.
        #expect(queue.add("c", language: "es", at: at(10)).answer == .accepted(id: 7))
    }

    @Test func pauseLetsEmergenciesThrough() {
        var queue = SpeechQueue()
        _ = queue.add("tour", language: "es", at: at(0))
        #expect(texts(queue.pause()) == ["stop 1"])
        #expect(queue.add("next", language: "es", at: at(1)).actions == [])
        #expect(texts(queue.add("leave", language: "es", priority: .emergency, at: at(2)).actions) == ["leave"])
        #expect(queue.pause() == [] && queue.finish(3, at: at(3)) == [])
        #expect(queue.skip(at: at(3)) == [] && queue.waiting.map(\.text) == ["next"])
        #expect(texts(queue.resume(at: at(4))) == ["next"])
        #expect(texts(queue.skip(at: at(5))) == ["stop 2"])
        #expect(queue.skip(at: at(5)) == [] && queue.current == nil)
    }

    @Test func tooManyAreDroppedAndCounted() throws {
        var queue = SpeechQueue()
        for number in 0...SpeechQueue.mostWaiting { _ = queue.add("\(number)", language: "es", at: at(0)) }
        #expect(queue.waiting.count == SpeechQueue.mostWaiting && queue.dropped == 0)
        #expect(queue.add("more", language: "es", at: at(0)).answer == .full)
        #expect(queue.add("important", language: "es", priority: .high, at: at(0)).answer == .accepted(id: 66))
        #expect(queue.dropped == 2 && queue.waiting.first?.text == "important" && queue.waiting.last?.text == "63")
        _ = queue.pause()
        #expect(queue.waiting.count == SpeechQueue.mostWaiting + 1)
        #expect(try SpeechQueue(json: Array(queue.json.utf8)) == queue)
        for text in ["", String(repeating: "x", count: 2_001)] {
            #expect(queue.add(text, language: "es", at: at(1)).answer == .invalid)
        }
        #expect(texts(queue.clear()) == [] && queue.waiting.isEmpty)
    }

    /// Whatever happens, one is spoken at a time, emergencies first, and each that was taken is spoken to its end unless it
    /// was dropped, skipped or taken back.
    @Test func anyOrderOfEventsKeepsThePromises() throws {
        for seed in SeededRandom.seeds(200) {
            var random = SeededRandom(seed: seed)
            var queue = SpeechQueue()
            var (speaking, open) = (Int64?.none, Set<Int64>())
            // An expectation costs more than all the rest.
            func check(_ isKept: Bool, line: Int = #line) {
                if !isKept { Issue.record("line \(line), seed \(seed)") }
            }
            func play(_ actions: [SpeechQueue.Action]) {
                for action in actions {
                    switch action {
                    case .stop(let id):
                        check(speaking == id)
                        speaking = nil
                    case .speak(let utterance):
                        check(speaking == nil && open.contains(utterance.id))
                        speaking = utterance.id
                    }
                }
            }
            var now = 0
            for _ in 0..<200 {
                now += Int.random(in: 0...3, using: &random)
                switch Int.random(in: 0..<20, using: &random) {
                case 0..<11:
                    let priority = try #require(SpeechPriority.allCases.randomElement(using: &random))
                    let (before, dropped) = ([queue.current].compactMap(\.self) + queue.waiting, queue.dropped)
                    let text = "\(Int.random(in: 0..<100, using: &random))"
                    let (answer, actions) = queue.add(text, language: "es", priority: priority, at: at(now))
                    if case .accepted(let id) = answer { open.insert(id) }
                    let after = Set(([queue.current].compactMap(\.self) + queue.waiting).map(\.id))
                    // Besides the same text, what went was dropped and counted, as is the new one where it is refused.
                    let lost = before.filter { !after.contains($0.id) && $0.text != text }
                    check(lost.count == Int(queue.dropped - dropped) - (answer == .full ? 1 : 0))
                    play(actions)
                    open.formIntersection(after)
                case 11..<15:
                    guard let id = speaking else { continue }
                    (speaking, _) = (nil, open.remove(id))
                    play(queue.finish(id, at: at(now)))
                case 15: play(queue.pause())
                case 16, 17: play(queue.resume(at: at(now)))
                case 18:
                    if let id = queue.current?.id ?? queue.waiting.first?.id { open.remove(id) }
                    play(queue.skip(at: at(now)))
                default:
                    if Int.random(in: 0..<10, using: &random) == 0 {
                        open = []
                        play(queue.clear())
                    }
                }
                check(speaking == queue.current?.id)
                check(Set(([queue.current].compactMap(\.self) + queue.waiting).map(\.id)) == open)
                let isEmergencyWaiting = queue.waiting.contains { $0.priority == .emergency }
                check(!isEmergencyWaiting || queue.current?.priority == .emergency)
                check(queue.waiting.isEmpty || queue.current != nil || queue.isPaused)
            }
            #expect(try SpeechQueue(json: Array(queue.json.utf8)) == queue, "seed \(seed)")
        }
    }
}
