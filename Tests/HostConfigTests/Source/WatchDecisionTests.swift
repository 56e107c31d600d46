import Testing

@testable import HostConfig

/// What is told when: time is an argument, so nothing here waits.
@Suite struct WatchDecisionTests {
    static func file(
        _ inode: UInt64, size: Int64 = 10, mode: UInt32 = 0o644, names: UInt64 = 1, kind: FileIdentity.Kind = .file
    ) -> FileIdentity {
        FileIdentity(
            number: .init(device: 1, inode: inode), kind: kind, access: .init(mode: mode, owner: 0, group: 0),
            version: .init(size: size, seconds: 0, nanoseconds: 0), names: names)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: FileIdentity?
        var news = WatchChanges(isRelevant: true)
        let after: FileIdentity?
        let answer: WatchDecision.Answer

        init(
            _ name: String, _ before: FileIdentity?, _ after: FileIdentity?, arrival: WatchChanges.Arrival = .none,
            written: Bool = false, incomplete: Bool = false, _ event: FileEvent?, lookAt: Duration? = nil
        ) {
            testDescription = name
            self.before = before
            self.after = after
            news.arrival = arrival
            news.isWritten = written
            news.isIncomplete = incomplete
            answer = .init(event: event, lookAt: lookAt)
        }
    }

    static let rows = [
        Row("written in place", file(1), file(1), written: true, .changed),
        Row("nothing of interest", file(1), file(1), nil),
        Row("another size without a close", file(1), file(1, size: 11), nil),
        Row("another mode", file(1), file(1, mode: 0), .changed),
        Row("removed", file(1), nil, .gone),
        Row("removed, was gone", nil, nil, nil),
        Row("removed, although notices are missing", file(1), nil, incomplete: true, .gone),
        Row("renamed over", file(1), file(2), arrival: .placed, .changed),
        Row("renamed away and back", file(1), file(1), arrival: .placed, .changed),
        Row("notices are missing", file(1), file(1), incomplete: true, .changed),
        Row("made and closed", nil, file(2), arrival: .created, written: true, .changed),
        Row("made, empty", nil, file(2, size: 0), arrival: .created, nil),
        Row("made, something in it", nil, file(2), arrival: .created, nil, lookAt: .milliseconds(1005)),
        Row("made with the number of the old one", file(1), file(1, size: 0), arrival: .created, nil),
        Row("appeared with its folder", nil, file(2), nil, lookAt: .milliseconds(1005)),
        Row("a second name of a file", nil, file(2, names: 2), arrival: .created, .changed),
        Row("a folder in its place", file(1), file(2, kind: .folder), arrival: .created, .changed),
    ]

    @Test(arguments: rows)
    func `an event is told when it should be`(row: Row) {
        var decision = WatchDecision(found: row.before)
        #expect(decision.handle(row.news, found: row.after, now: .seconds(1)) == row.answer)
    }

    @Test func `a file that rests is told, once`() {
        var decision = WatchDecision(found: nil)
        let news = WatchChanges(isRelevant: true, arrival: .created)
        #expect(decision.handle(news, found: Self.file(2), now: .zero).lookAt == .milliseconds(5))
        #expect(
            decision.look(found: Self.file(2), now: .milliseconds(4))
                == .init(event: nil, lookAt: .milliseconds(5)), "too early")
        #expect(decision.look(found: Self.file(2), now: .milliseconds(5)).event == .changed)
        #expect(decision.look(found: Self.file(2), now: .milliseconds(10)) == .init())
    }

    @Test func `a file that does not rest is told when it is closed`() {
        var decision = WatchDecision(found: nil)
        let news = WatchChanges(isRelevant: true, arrival: .created)
        _ = decision.handle(news, found: Self.file(2, size: 10), now: .zero)
        #expect(decision.look(found: Self.file(2, size: 20), now: .milliseconds(5)) == .init())
        #expect(decision.look(found: Self.file(2, size: 20), now: .milliseconds(50)) == .init())
        let close = WatchChanges(isRelevant: true, isWritten: true)
        #expect(decision.handle(close, found: Self.file(2, size: 30), now: .seconds(9)).event == .changed)
    }

    @Test func `a file that is waited for keeps its time when something else happens`() {
        var decision = WatchDecision(found: nil)
        _ = decision.handle(WatchChanges(isRelevant: true), found: Self.file(2), now: .zero)
        let other = decision.handle(WatchChanges(isRelevant: true), found: Self.file(2), now: .milliseconds(3))
        #expect(other == .init(event: nil, lookAt: .milliseconds(5)))
    }

    @Test func `a file that vanishes while it is waited for was never there`() {
        var decision = WatchDecision(found: nil)
        _ = decision.handle(WatchChanges(isRelevant: true, arrival: .created), found: Self.file(2), now: .zero)
        #expect(decision.handle(WatchChanges(isRelevant: true), found: nil, now: .milliseconds(1)) == .init())
        #expect(decision.look(found: nil, now: .milliseconds(5)) == .init())
    }
}
