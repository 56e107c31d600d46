import FeatureKit
import LibraryTestSupport
import Testing

@testable import RiderAcademy

@Suite struct ProgressTests {
    private let made = Timestamp(nanoseconds: 1_770_000_000_000_000_000)

    /// Events in any order, and more than once, come to the same as counting them.
    @Test(arguments: SeededRandom.seeds(4)) func `progress is what counting gives`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let count = Int.random(in: 1...6, using: &random)
            let lessons = (1...count).map { ID<Lesson>("l\($0)") }
            // One of a lesson that the course has no more.
            let events = (0...count).filter { _ in Bool.random(using: &random) }.map { number in
                let at = made.advanced(by: .seconds(Int.random(in: 1...1_000, using: &random)))
                return LessonEvent(
                    userId: "u", courseId: ID("c"), lessonId: ID("l\(number)"), openedAt: at,
                    lastAt: at.advanced(by: .seconds(5)),
                    finishedAt: Bool.random(using: &random) ? at.advanced(by: .seconds(5)) : nil, claim: "u|l\(number)")
            }
            let progress = Progress(
                of: "u", in: ID("c"), made: made, lessons: lessons, events: events.shuffled(using: &random))
            let known = events.filter { $0.lessonId.text != "l0" }
            let done = known.filter { $0.finishedAt != nil }.map(\.lessonId.text)
            #expect(progress.completedLessons.map(\.text) == done.sorted(), "seed \(seed)")
            #expect(progress.status == (known.isEmpty ? .notStarted : done.count == count ? .completed : .inProgress))
            #expect(progress.lastAccessed == known.map(\.lastAt).max())
        }
    }
}
