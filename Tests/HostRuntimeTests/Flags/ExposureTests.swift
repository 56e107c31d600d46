@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import FlagEngine
import TestSupport
import Testing

@testable import HostRuntime

/// Who was given what, told once and kept within bounds.
@Suite(.timeLimit(.minutes(5))) struct ExposureTests {
    private func exposure(_ number: Int, flag: String = "shop.color") -> FlagExposure {
        FlagExposure(
            flag: flag, variant: "red", reason: "SPLIT", key: "person-\(number)", revision: 7,
            at: Timestamp(nanoseconds: 1_000_000_000))
    }

    @Test func `the same once more is no news before its window is over or flags change`() throws {
        var filter = ExposureFilter()
        let anna = try #require(ExposedPerson("anna"))
        let ben = try #require(ExposedPerson("ben"))
        func isNews(_ person: ExposedPerson, variant: Int = 0, revision: UInt64 = 1, now: Int64 = 1_000) -> Bool {
            filter.isNews(person, flag: 3, variant: variant, revision: revision, now: now)
        }
        #expect(isNews(anna))
        #expect(!isNews(anna, now: 1_599))
        #expect(isNews(ben))
        #expect(isNews(anna, variant: 1))
        #expect(isNews(anna, now: 1_600))
        #expect(isNews(anna, revision: 2, now: 1_601))
    }

    @Test func `nobody without a key is told of`() {
        #expect(ExposedPerson(nil) == nil && ExposedPerson("") == nil)
    }

    @Test func `a sample is always of the same people, and of as many as it says`() {
        let sample = (0..<10_000).filter { ExposedPerson("person-\($0)")?.isSampled("shop.color", 0.1) == true }
        #expect(sample.count > 850 && sample.count < 1_150)
        let other = Set((0..<10_000).filter { ExposedPerson("person-\($0)")?.isSampled("shop.size", 0.1) == true })
        #expect(sample.filter(other.contains).count < 200, "each flag has a sample of its own")
        #expect((0..<100).allSatisfy { ExposedPerson("\($0)")?.isSampled("a", 1) == true })
        #expect((0..<100).allSatisfy { ExposedPerson("\($0)")?.isSampled("a", 0) == false })
    }

    @Test func `exposures are published and written down, and those that find no room are counted`() async throws {
        let folder = try TestFolder()
        let clock = SystemClock()
        let bus = BusCore(clock: clock)
        let log = CapturedLog()
        let exposures = try Exposures(
            folder: folder.path, bus: bus, clock: clock, log: Log(feature: "host", sink: log.sink))
        for number in 0..<Exposures.mostWaiting + 3 { exposures.take(exposure(number)) }
        #expect(exposures.counts.dropped == 3)
        let trace = bus.trace("flags.exposure", limit: 4)
        await withTaskGroup { group in
            group.addTask { await exposures.run() }
            for await message in trace {
                #expect(message.value["flag"] == "shop.color")
                break
            }
            group.cancelAll()
        }
        #expect(exposures.counts.told == UInt64(Exposures.mostWaiting))
        let written = try ExposureFiles(folder: folder.path).read()
        #expect(written.count == Exposures.mostWaiting)
    }

    @Test func `files take turns, and the oldest one gives way`() throws {
        let folder = try TestFolder()
        let files = ExposureFiles(folder: folder.path)
        let many = (0..<15_000).map { exposure($0) }
        for _ in 0..<12 { try files.append(many) }
        let found = try files.read()
        #expect(found.count > 30_000 && found.count < 12 * 15_000)
        #expect(found.last == many.last)
        let others = try files.read(flag: "other")
        #expect(others.isEmpty)
        #expect(try files.read(most: 3) == many.suffix(3))
    }
}
