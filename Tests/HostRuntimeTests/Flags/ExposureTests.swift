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

    @Test func `a repeated exposure is new only after its window or a change of flags`() throws {
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

    @Test func `callers without a key have no exposures`() {
        #expect(ExposedPerson(nil) == nil && ExposedPerson("") == nil)
    }

    @Test func `a sample always has the same people, and the right share of them`() {
        let sample = (0..<10_000).filter { ExposedPerson("person-\($0)")?.isSampled("shop.color", 0.1) == true }
        #expect(sample.count > 850 && sample.count < 1_150)
        let other = Set((0..<10_000).filter { ExposedPerson("person-\($0)")?.isSampled("shop.size", 0.1) == true })
        #expect(sample.filter(other.contains).count < 200, "each flag has a sample of its own")
        #expect((0..<100).allSatisfy { ExposedPerson("\($0)")?.isSampled("a", 1) == true })
        #expect((0..<100).allSatisfy { ExposedPerson("\($0)")?.isSampled("a", 0) == false })
    }

    private func exposures(in stores: any StoreSource, on bus: BusCore, _ log: CapturedLog) throws -> Exposures {
        try Exposures(stores: stores, bus: bus, clock: SystemClock(), log: Log(feature: "host", sink: log.sink))
    }

    @Test func `those that find no room are dropped and counted`() throws {
        let exposures = try exposures(in: MemoryStore(), on: BusCore(clock: SystemClock()), CapturedLog())
        for number in 0..<Exposures.mostWaiting + 3 { exposures.take(exposure(number)) }
        #expect(exposures.counts.dropped == 3)
    }

    @Test func `exposures are published and written down`() async throws {
        let bus = BusCore(clock: SystemClock())
        let exposures = try exposures(in: MemoryStore(), on: bus, CapturedLog())
        for number in 0..<100 { exposures.take(exposure(number)) }
        let trace = bus.trace("flags.exposure", limit: 4)
        await withTaskGroup { group in
            group.addTask { await exposures.run() }
            for await message in trace {
                #expect(message.value["flag"] == "shop.color")
                break
            }
            exposures.stop()
        }
        #expect(exposures.counts == .init(told: 100))
        #expect(try await exposures.written(flag: nil, most: .max).count == 100)
    }

    @Test func `writes that a store refuses are counted and logged once, and do no other harm`() async throws {
        let stores = MemoryStore()
        stores.fail()
        let log = CapturedLog()
        let exposures = try exposures(in: stores, on: BusCore(clock: SystemClock()), log)
        for number in 0..<3 { exposures.take(exposure(number)) }
        exposures.stop()
        await exposures.run()
        #expect(exposures.counts == .init(told: 3, unwritten: 3))
        #expect(log.messages(.warning) == ["exposures can't be written"])
    }

    @Test func `the newest records are kept and listed, also for one flag`() async throws {
        let records = try await ExposureRecords(in: MemoryStore(), keeping: 100)
        func exposures(_ numbers: Range<Int>, of flag: String) -> [FlagExposure] {
            numbers.map {
                FlagExposure(
                    flag: flag, variant: "red", reason: "SPLIT", key: "person-\($0)", revision: 7,
                    at: Timestamp(nanoseconds: Int64($0)))
            }
        }
        try await records.append(exposures(0..<10, of: "shop.size"))
        try await records.append(exposures(10..<100, of: "shop.color"))
        #expect(try await records.read(flag: "shop.size", most: 3) == exposures(7..<10, of: "shop.size"))
        try await records.append(exposures(100..<108, of: "shop.color"))
        #expect(try await records.read(flag: "shop.size") == exposures(8..<10, of: "shop.size"))
        #expect(try await records.read().count == 100)
        #expect(try await records.read(flag: "other").isEmpty)
    }
}
