import FeatureKit
import FeatureTestKit
import Files
import LiveTiming
import Replay
import Testing

@testable import TrackStatusFeature

/// Recorded sessions in the place of the network.
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
    /// A recording that has nothing new to say is as good as on its day, until it has ended.
    @Test func `what was said last is said again in between`() async throws {
        let folder = try Folder()
        let path = try folder.write("a", "00:00:00.000{\"Status\":\"4\"}\n00:00:12.000{\"Status\":\"1\"}\n")
        try await play(RecordingSettings(files: [FilePath(path)], repeats: true)) { ear in
            for expected in ["safetyCar", "safetyCar", "safetyCar"] {
                #expect(await ear.next() == expected)
                await ear.advance(.seconds(5))
            }
            #expect(await ear.next() == "normal")
            await ear.advance(.seconds(1))
            #expect(await ear.next() == "safetyCar")
        }
    }

    @Test func `a file that can't be read is told`() async throws {
        let folder = try Folder()
        let odd = try folder.write("odd", "00:00:00.000{\"Lap\":7}\n")
        for (path, told) in [
            ("/nowhere/a", "/nowhere/a: error: there is no such file"),
            (folder.path, "\(folder.path): error: is not a file"),
            (odd, "\(odd):1:13: error: the row has no \"global_mode\""),
        ] {
            let settings = Track.Settings(recording: RecordingSettings(files: [FilePath(path)]))
            let error = await #expect(throws: RecordingProblem.self) {
                try await NetworkFeed.open(settings, clock: Ear.clock(), log: Ear.log())
            }
            #expect(error?.description == told)
        }
    }

    private func play(_ settings: RecordingSettings, _ body: (Ear) async throws -> Void) async throws {
        try await Ear.with { clock, log in
            try await NetworkFeed.open(Track.Settings(recording: settings), clock: clock, log: log)
        } _: {
            try await body($0)
        }
    }
}
