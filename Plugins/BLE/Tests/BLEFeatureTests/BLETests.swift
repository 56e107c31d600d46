import FeatureKit
import FeatureTestKit
import Testing

@testable import BLEFeature

@Suite(.timeLimit(.minutes(1))) struct BLETests {
    private func capture(_ steps: [(Double, UInt16)]) -> [UInt8] {
        var writer = CaptureWriter()
        for (second, sequence) in steps {
            let event = Events.legacy(Events.beacon(Events.frame(sequence: sequence)))
            writer.add([4] + event, at: 63_000_000_000_000_000 + Int64(second * 1_000_000))
        }
        return writer.bytes
    }

    private func expectSequence(
        _ sequence: Int, of probe: Probe, within limit: Duration = .zero,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let sighting = try await probe.expect(.bleSighted, within: limit, sourceLocation: sourceLocation)
        #expect(sighting.sequence == sequence, sourceLocation: sourceLocation)
    }

    @Test func shapesAgree() {
        expectShapeAgrees(BLE.Settings.self)
        expectShapeAgrees(Sighting.self)
    }

    @Test func publishesInTheRhythmOfTheRecording() async throws {
        try await Files.withTemporary(capture([(0, 1), (4, 2), (5, 3)])) { path in
            try await withFeature(BLE.self, settings: .init(captures: [.init(file: path, speed: 2)], trust: .anyone)) {
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
        try await Files.withTemporary(capture([(0, 9), (0, 10)])) { path in
            try await withFeature(
                BLE.self, settings: .init(captures: [.init(file: path, repeats: true)], trust: .anyone)
            ) { probe in
                for _ in 0..<3 {
                    try await expectSequence(9, of: probe, within: CaptureReplay.pause)
                    try await expectSequence(10, of: probe)
                }
            }
        }
    }

    @Test func staysIdleAtTheEndAndStopsWhenAsked() async throws {
        try await Files.withTemporary(capture([(0, 1), (1, 1)])) { path in
            try await withFeature(BLE.self, settings: .init(captures: [.init(file: path)], trust: .anyone)) { probe in
                _ = try await probe.expect(.bleSighted)
                // The file is read on a thread of its own.
                await probe.clock.sleepers(atLeast: 1)
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
            BLE.self, settings: .init(captures: [.init(file: Files.sample, speed: 1_000_000)], trust: .anyone)
        ) { probe in
            // The whole lap takes 75 microseconds.
            for sighting in sightings {
                let published = try await probe.expect(.bleSighted, within: .milliseconds(1))
                #expect(published == sighting)
            }
        }
    }
}
