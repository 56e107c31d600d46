import FeatureKit
import FeatureTestKit
import Glibc
import Testing

@testable import BLEFeature

/// Recordings of a running feature: each by itself.
@Suite(.timeLimit(.minutes(1))) struct CaptureSourceTests {
    private func capture(_ steps: [(Double, UInt16)]) -> [UInt8] {
        var writer = CaptureWriter()
        for (second, sequence) in steps {
            let event = Events.legacy(Events.beacon(Events.frame(sequence: sequence)))
            writer.add([4] + event, at: Int64(second * 1_000_000))
        }
        return writer.bytes
    }

    private func source(_ name: String, of probe: Probe) async throws -> SourceReport {
        let reports = try await probe.call(.bleSources, Nothing(), as: .staff)
        return try #require(reports.sources.first { $0.name == name })
    }

    /// Waits for what is done on the file's own thread.
    private func wait(for state: SourceReport.State, of name: String, _ probe: Probe) async throws -> SourceReport {
        try await wait(for: name, of: probe) { $0.state == state }
    }

    @discardableResult
    private func wait(
        for name: String, of probe: Probe, until isSo: (SourceReport) -> Bool
    ) async throws -> SourceReport {
        while true {
            let report = try await source(name, of: probe)
            if isSo(report) { return report }
            await Task.yield()
        }
    }

    @Test func whatIsMissingDisturbsNobodyAndIsTriedAgain() async throws {
        try await Files.withTemporary(capture([(0, 1), (20, 2)])) { path in
            try await Files.withTemporary([]) { other in
                unsafe unlink(other)
                let captures: [BLE.Recording] = [.init(file: other, name: "gone"), .init(file: path, name: "here")]
                try await withFeature(BLE.self, settings: .init(captures: captures, trust: .anyone)) { probe in
                    _ = try await probe.expect(.bleSighted)
                    let gone = try await wait(for: .waiting, of: "gone", probe)
                    #expect(
                        gone.why == other + ": error: there is no such file; "
                            + "name a btsnoop or pcap capture in the setting `captures`")
                    #expect(gone.tries == 1 && gone.next == probe.clock.now.advanced(by: .seconds(1)))
                    // Once for each change, however often it is tried.
                    await advance(probe, by: .seconds(1))
                    try await wait(for: "gone", of: probe) { $0.tries == 2 && $0.next != nil }
                    await advance(probe, by: .seconds(2))
                    try await wait(for: "gone", of: probe) { $0.tries == 3 && $0.next != nil }
                    #expect(probe.log.messages(.warning).count == 1)
                    // Somebody puts it there.
                    try Files.write(capture([(0, 7)]), to: other)
                    await advance(probe, by: .seconds(4))
                    let sighting = try await probe.expect(.bleSighted)
                    #expect(sighting.listener == "gone" && sighting.sequence == 7)
                    let ended = try await wait(for: .ended, of: "gone", probe)
                    #expect(ended.why == nil && ended.tries == 0 && ended.rounds == 1)
                    #expect(ended.records == 1 && ended.published == 1)
                    #expect(probe.log.messages(.info).contains("nothing is in the way any more"))
                    unsafe unlink(other)
                    let here = try await source("here", of: probe)
                    #expect(here.state == .reading && here.records == 1 && here.lastHeard != nil)
                }
            }
        }
    }

    /// Moves the time to the next try and lets the file's thread do its work.
    private func advance(_ probe: Probe, by duration: Duration) async {
        await probe.clock.sleepers(atLeast: 2)
        await probe.advance(duration)
        await probe.clock.sleepers(atLeast: 1)
    }

    @Test func whatVanishesBetweenTwoRoundsIsTriedAgain() async throws {
        try await Files.withTemporary(capture([(0, 1)])) { path in
            let captures: [BLE.Recording] = [.init(file: path, repeats: true, name: "lap")]
            try await withFeature(BLE.self, settings: .init(captures: captures, trust: .anyone)) { probe in
                _ = try await probe.expect(.bleSighted)
                unsafe unlink(path)
                await probe.clock.sleepers(atLeast: 1)
                await probe.advance(CaptureReplay.pause)
                while try await source("lap", of: probe).tries == 0 { await Task.yield() }
                try Files.write(capture([(0, 2)]), to: path)
                await probe.clock.sleepers(atLeast: 1)
                await probe.advance(.seconds(1))
                #expect(try await probe.expect(.bleSighted).sequence == 2)
            }
        }
    }

    @Test func atOnceIsWithoutPausesButBetweenRounds() async throws {
        try await Files.withTemporary(capture([(0, 1), (3_600, 2), (7_200, 3)])) { path in
            let captures: [BLE.Recording] = [.init(file: path, speed: 0, repeats: true)]
            try await withFeature(BLE.self, settings: .init(captures: captures, trust: .anyone)) { probe in
                let start = probe.clock.uptime
                for round in 1...3 {
                    for sequence in 1...3 { #expect(try await probe.expect(.bleSighted).sequence == sequence) }
                    await probe.clock.sleepers(atLeast: 1)
                    let name = try #require(path.split(separator: "/").last)
                    #expect(try await source(String(name), of: probe).rounds == round)
                    #expect(probe.clock.uptime == .seconds(round - 1) + start)
                    await probe.advance(CaptureReplay.pause)
                }
            }
        }
    }

    @Test func whatGrowsIsReplayedAsFarAsItWasWhole() async throws {
        try await Files.withTemporary(capture([(0, 1)])) { path in
            let file = CaptureFile(path: path)
            #expect(try await file.check() == 1)
            // Somebody records on.
            let more = capture([(0, 1), (1, 2)]).dropFirst(capture([(0, 1)]).count).prefix(30)
            try Files.append(Array(more), to: path)
            #expect(try await file.read() == capture([(0, 1)]))
            #expect(try await file.read() == nil)
            // A record that is not whole yet is waited for.
            await #expect(throws: CaptureError.self) { try await file.check() }
        }
    }

    @Test func whatShrinksWhileItIsReplayedIsTold() async throws {
        let long = capture((0..<2_000).map { (Double($0), UInt16($0)) })
        try await Files.withTemporary(long) { path in
            let file = CaptureFile(path: path)
            #expect(try await file.check() == 2_000)
            _ = try await file.read()
            #expect(unsafe truncate(path, off_t(CaptureFile.chunk)) == 0)
            let error = await #expect(throws: CaptureError.self) { try await file.read() }
            #expect(
                error?.description
                    == "\(path): error: had \(long.count) bytes, and ended after 65536 while it was replayed"
            )
        }
    }

    @Test func aRemovedFileIsReplayedToItsEnd() async throws {
        let bytes = capture([(0, 1)])
        try await Files.withTemporary(bytes) { path in
            let file = CaptureFile(path: path)
            let count = try await file.check()
            unsafe unlink(path)
            let read = try await file.read()
            #expect(count == 1 && read == bytes)
        }
    }

    @Test func shapesAgree() {
        expectShapeAgrees(SourceReports.self)
        expectShapeAgrees(Post.self)
        expectShapeAgrees(PostOutcome.self)
    }

    @Test func theRecordingsOwnTimeIsTheReceivers() throws {
        var writer = PCapWriter(link: 201)
        writer.add(hex("00000001 04") + Events.legacy(Events.beacon(Events.frame(sequence: 1))), seconds: 1_795_183_200)
        let record = try #require(try records(of: writer.bytes).first)
        #expect(record.microseconds == 1_795_183_200_000_000)
        var snoop = CaptureWriter()
        snoop.add([], at: record.microseconds)
        #expect(try records(of: snoop.bytes).first?.microseconds == record.microseconds)
        // What recorders write, which is 12 days after the year 0 by the calendar: the real one is of October 14, 2015.
        #expect(BTSnoop.epoch == 62_168_256_000_000_000)
    }
}
