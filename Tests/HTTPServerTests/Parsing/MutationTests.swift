import HTTPServer
import RequestReading
import TestSupport
import Testing

/// Whatever is done to good requests, they are read the same way however they are cut, and nothing lies outside.
@Suite(.timeLimit(.minutes(1))) struct MutationTests {
    /// What matters to the parser.
    private static let spice: [String] = [
        "\r", "\n", "\r\n", "\r\n\r\n", "\0", " ", "\t", ":", ";", ",", "\"", "\\", "=", "0", "2", "a", "é", "?", "#",
        "ffffffffffffffff", "9223372036854775808", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
        "Host: b\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n", "HTTP/1.0", "http://a", "0\r\n\r\n",
        String(repeating: "a", count: 9000),
    ]

    @Test(arguments: Seeds.forThisRun(count: 4))
    func `Mutants are read the same way however they are cut`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let probes = HeadProbes.all + SmugglingProbes.all
        for round in 0..<400 {
            guard var bytes = probes.randomElement(using: &random)?.bytes.prefix(12_000).map(\.self) else { return }
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&bytes, &random) }
            let cuts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Int.random(in: 0...bytes.count, using: &random)
            }
            let whole = Reading.of(bytes, cutAt: [])
            #expect(whole.broken == nil, "replay with FLAGSTAND_SEED=\(seed), round \(round)")
            #expect(
                whole.isSame(as: .of(bytes, cutAt: cuts.sorted())),
                "cut at \(cuts.sorted()), replay with FLAGSTAND_SEED=\(seed), round \(round)")
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0 ... .max, using: &random)
        case 1: bytes.insert(contentsOf: (spice.randomElement(using: &random) ?? "").utf8, at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...6, using: &random)))
        default:
            let other = Int.random(in: 0...bytes.count, using: &random)
            bytes.insert(contentsOf: bytes[other..<min(bytes.count, other + 40)], at: place)
        }
    }
}
