@_spi(Hosting) import FeatureKit
import Testing

@testable import HostWorker

/// What becomes of what a worker writes; all times are told.
struct WorkerOutputTests {
    private func take(_ output: inout WorkerOutput, _ text: String, _ stream: WorkerOutput.Stream = .stdout) -> [String]
    {
        output.take(Array(text.utf8)[...], from: stream).map(\.message)
    }

    @Test func `Lines are cut where they end, each stream for itself`() {
        var output = WorkerOutput(of: "shop", at: .zero)
        #expect(take(&output, "one\ntw") == ["one"])
        #expect(take(&output, "x\n", .stderr) == ["x"])
        #expect(take(&output, "o\n\nthree") == ["two", ""])
        #expect(output.end().map(\.message) == ["three"])
        #expect(output.lastLines == ["one", "x", "two", "", "three"])
    }

    @Test func `Of a line that is too long the beginning counts`() {
        var output = WorkerOutput(of: "shop", at: .zero)
        for _ in 0..<100 { #expect(take(&output, String(repeating: "a", count: 1_000)).isEmpty) }
        #expect(take(&output, "\nb\n") == [String(repeating: "a", count: 4_096), "b"])
    }

    @Test func `Whatever it writes can be shown`() {
        var output = WorkerOutput(of: "shop", at: .zero)
        let records = output.take([0x61, 0xFF, 0x1B, 0x00, 0x0D, 0x0A], from: .stderr)
        #expect(records.map(\.message) == ["a\u{FFFD}\\u{001B}\\u{0000}\\r"])
        #expect(records[0].level == .warning && records[0].fields[0] == ("stream", "stderr"))
    }

    @Test func `Beyond so many lines a second they are counted`() {
        var output = WorkerOutput(of: "shop", at: .zero)
        let flood = String(repeating: "line\n", count: 1_000)
        #expect(take(&output, flood).count == 200)
        #expect(output.nextSecond == .seconds(1))
        #expect(output.look(at: .milliseconds(999)).isEmpty)
        let told = output.look(at: .seconds(1))
        #expect(told.map(\.message) == ["wrote more lines than the log takes in a second"])
        #expect(told[0].fields.map(\.1) == ["800", "200"])
        #expect(output.nextSecond == nil)
        #expect(take(&output, "more\n") == ["more"])
        _ = take(&output, flood)
        #expect(output.end().map { $0.fields.map(\.1) } == [["801", "200"]])
    }

    @Test func `Beyond so many bytes a second it waits`() {
        var output = WorkerOutput(of: "shop", at: .zero)
        let page = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 0..<4 {
            #expect(!output.isFull)
            _ = output.take(page[...], from: .stdout)
        }
        #expect(output.isFull && output.nextSecond == .seconds(1))
        _ = output.look(at: .seconds(1))
        #expect(!output.isFull)
    }
}
