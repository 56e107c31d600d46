import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import FeatureTestKit
import Files
import Glibc
import Replay
import Testing

@testable import BLEFeature

/// Recordings of a running feature: each by itself.
@Suite(.timeLimit(.minutes(1))) struct CaptureSourceTests {
    private func source(_ name: String, of probe: Probe) async throws -> SourceReport {
        let reports = try await probe.call(BeaconService.sourcesRoute, Nothing(), as: .staff)
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
        try await Files.withTemporary(CaptureWriter.bytes([(0, 1), (20, 2)])) { path in
            try await Files.withTemporary([]) { other in
                unsafe unlink(other)
                let captures: [CaptureSettings] = [
                    .init(file: FilePath(other), name: "gone"), .init(file: FilePath(path), name: "here"),
                ]
                try await withFeature(BLE.self, settings: .init(captures: captures, trust: .anyone)) { probe in
                    _ = try await probe.expect(.bleSighted)
                    let gone = try await wait(for: .waiting, of: "gone", probe)
                    #expect(
                        gone.why == other + ": error: there is no such file")
                    #expect(gone.tries == 1 && gone.next == probe.clock.now.advanced(by: .seconds(1)))
                    // Once for each change, however often it is tried.
                    await advance(probe, by: .seconds(1))
                    try await wait(for: "gone", of: probe) { $0.tries == 2 && $0.next != nil }
                    await advance(probe, by: .seconds(2))
                    try await wait(for: "gone", of: probe) { $0.tries == 3 && $0.next != nil }
                    #expect(probe.log.messages(.warning).count == 1)
                    // Somebody puts it there.
                    try Files.write(CaptureWriter.bytes([(0, 7)]), to: other)
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

    /// Moves the time to the next try and lets the file's thread do its work; the check of who is nearest sleeps besides.
    private func advance(_ probe: Probe, by duration: Duration) async {
        await probe.clock.sleepers(atLeast: 3)
        await probe.advance(duration)
        await probe.clock.sleepers(atLeast: 2)
    }

    @Test func whatVanishesBetweenTwoRoundsIsTriedAgain() async throws {
        try await Files.withTemporary(CaptureWriter.bytes([(0, 1)])) { path in
            let captures: [CaptureSettings] = [.init(file: FilePath(path), repeats: true, name: "lap")]
            try await withFeature(BLE.self, settings: .init(captures: captures, trust: .anyone)) { probe in
                _ = try await probe.expect(.bleSighted)
                unsafe unlink(path)
                await probe.clock.sleepers(atLeast: 2)
                await probe.advance(.seconds(1))
                while try await source("lap", of: probe).tries == 0 { await Task.yield() }
                try Files.write(CaptureWriter.bytes([(0, 2)]), to: path)
                await probe.clock.sleepers(atLeast: 2)
                await probe.advance(.seconds(1))
                #expect(try await probe.expect(.bleSighted).sequence == 2)
            }
        }
    }

    @Test func atOnceIsWithoutPausesButBetweenRounds() async throws {
        try await Files.withTemporary(CaptureWriter.bytes([(0, 1), (3_600, 2), (7_200, 3)])) { path in
            let captures: [CaptureSettings] = [.init(file: FilePath(path), speed: 0, repeats: true)]
            try await withFeature(BLE.self, settings: .init(captures: captures, trust: .anyone)) { probe in
                let start = probe.clock.uptime
                for round in 1...3 {
                    for sequence in 1...3 { #expect(try await probe.expect(.bleSighted).sequence == sequence) }
                    await probe.clock.sleepers(atLeast: 2)
                    let name = try #require(path.split(separator: "/").last)
                    #expect(try await source(String(name), of: probe).rounds == round)
                    #expect(probe.clock.uptime == .seconds(round - 1) + start)
                    await probe.advance(.seconds(1))
                }
            }
        }
    }

    @Test func aBrokenRecordIsNamedWithItsPlace() async throws {
        try await Files.withTemporary(Array(try Files.bytes(Files.sample).dropLast())) { path in
            let captures = [CaptureSettings(file: FilePath(path), name: "lap")]
            try await withFeature(BLE.self, settings: .init(captures: captures)) { probe in
                let report = try await wait(for: .waiting, of: "lap", probe)
                #expect(
                    report.why
                        == path + ": error: record 315 at byte 19252: it says 45 bytes, the file ends after 44")
            }
        }
    }

    private func expectSequence(
        _ sequence: Int, of probe: Probe, within limit: Duration = .zero,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let sighting = try await probe.expect(.bleSighted, within: limit, sourceLocation: sourceLocation)
        #expect(sighting.sequence == sequence, sourceLocation: sourceLocation)
    }

    @Test func publishesInTheRhythmOfTheRecording() async throws {
        try await Files.withTemporary(CaptureWriter.bytes([(0, 1), (4, 2), (5, 3)])) { path in
            try await withFeature(
                BLE.self, settings: .init(captures: [.init(file: FilePath(path), speed: 2)], trust: .anyone)
            ) {
                probe in
                let start = probe.clock.uptime
                try await expectSequence(1, of: probe)
                try await expectSequence(2, of: probe, within: .seconds(10))
                #expect(probe.clock.uptime - start == .seconds(2))
                try await expectSequence(3, of: probe, within: .seconds(10))
                #expect(probe.clock.uptime - start == .milliseconds(2_500))
            }
        }
    }

    @Test func repeatsFromTheStartWithoutAMemory() async throws {
        try await Files.withTemporary(CaptureWriter.bytes([(0, 9), (0, 10)])) { path in
            try await withFeature(
                BLE.self, settings: .init(captures: [.init(file: FilePath(path), repeats: true)], trust: .anyone)
            ) { probe in
                for _ in 0..<3 {
                    try await expectSequence(9, of: probe, within: .seconds(1))
                    try await expectSequence(10, of: probe)
                }
            }
        }
    }

    @Test func staysIdleAtTheEndAndStopsWhenAsked() async throws {
        try await Files.withTemporary(CaptureWriter.bytes([(0, 1), (1, 1)])) { path in
            try await withFeature(BLE.self, settings: .init(captures: [.init(file: FilePath(path))], trust: .anyone)) {
                probe in
                _ = try await probe.expect(.bleSighted)
                // The file is read on a thread of its own.
                await probe.clock.sleepers(atLeast: 2)
                await probe.advance(.seconds(1))
                while probe.log.messages(.info).count < 2 { await Task.yield() }
                await probe.settle()
                #expect(probe.log.messages(.info) == ["replaying \(path)", "the recording has ended"])
            }
        }
    }

    @Test func aFasterReplayPublishesTheSame() async throws {
        let (sightings, _) = try hear(Files.bytes(Files.sample))
        try await withFeature(
            BLE.self, settings: .init(captures: [.init(file: FilePath(Files.sample), speed: 1_000_000)], trust: .anyone)
        ) { probe in
            // The whole lap takes 75 microseconds.
            for sighting in sightings {
                let published = try await probe.expect(.bleSighted, within: .milliseconds(1))
                #expect(published == sighting)
            }
        }
    }
}
