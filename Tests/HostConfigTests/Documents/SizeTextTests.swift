import TestSupport
import Testing

@testable import HostConfig

@Suite struct SizeTextTests {
    @Test(
        arguments: [
            ("0", 0), ("1", 1), ("1000", 1_000), ("1KiB", 1_024), ("200MiB", 200 << 20), ("1GiB", 1 << 30),
            ("1.5GiB", 3 << 29), ("0.125KiB", 128), ("2TiB", 2 << 40), ("1024TiB", 1 << 50), ("0.001KiB", 1),
        ])
    func `sizes are read`(text: String, bytes: Int) { #expect(SizeText.parse(text) == bytes) }

    @Test(
        arguments: [
            "", "MiB", "-1", "+1", "1 MiB", "1MB", "1mib", "1M", "1B", "1.5", ".5MiB", "1.MiB", "1.1234MiB", "1,5MiB",
            "1025TiB", "1024.001TiB", "9223372036854775808", "99999999999999999999TiB", "0x10", "1e3", "١MiB", "1MiB ",
        ])
    func `what is none`(text: String) { #expect(SizeText.parse(text) == nil) }

    @Test(
        arguments: [
            (0, "0"), (1_023, "1023"), (1_024, "1KiB"), (1_100, "1.0KiB"), (1_536, "1.5KiB"),
            ((1 << 30) - 1, "1023.9MiB"),
            (1 << 30, "1GiB"), (5 << 40, "5TiB"),
        ])
    func `sizes are written, never larger than they are`(bytes: Int, text: String) {
        #expect(SizeText.print(bytes) == text)
    }

    @Test(arguments: Seeds.forThisRun(count: 3))
    func `what is written can be read, and is nearly the same`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let bytes =
                Int.random(in: 0...SizeText.most, using: &generator) >> Int.random(in: 0..<50, using: &generator)
            let read = try #require(SizeText.parse(SizeText.print(bytes)), "\(bytes)")
            #expect(read <= bytes && Double(read) >= Double(bytes) * 0.9, "\(bytes) became \(read)")
        }
    }
}
