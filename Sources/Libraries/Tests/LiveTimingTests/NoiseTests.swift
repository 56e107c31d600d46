import FeatureKit
import LibraryTestSupport
import LiveTiming
import Testing

/// Whatever comes: who does not say so whole does not say that all is well.
@Suite struct NoiseTests {
    @Test(arguments: SeededRandom.seeds(3)) func `Noise is never normal`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let value = Value.noise(&random, depth: 4)
            for name in ["", "TrackStatus", "RaceControlMessages"] {
                var reader = TimingReader()
                guard case .flags? = try? reader.read(value, named: name), reader.flags.track == .normal else {
                    continue
                }
                #expect(value.saysSo, "seed \(seed): \(value.json) as \(name)")
            }
        }
    }
}

extension Value {
    private static let names = [
        "Status", "Category", "Messages", "Flag", "Scope", "Sector", "Mode", "0", "Message", "Utc", "Lines",
    ]
    private static let words = [
        "RED_FLAG", "normal", "NORMAL", "1", "01", "2", "Flag", "GREEN", "CLEAR", "CLEARED", "Track", "Sector", "",
        "SafetyCar", "AllClear",
    ]

    /// A tree of the words that matter, put together at random.
    fileprivate static func noise(_ random: inout SeededRandom, depth: Int) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
        case 0: .null
        case 1: .boolean(.random(using: &random))
        case 2: .integer(.random(in: -2...9, using: &random))
        case 3, 4: .text(words.randomElement(using: &random) ?? "")
        case 5, 6: .list((0..<Int.random(in: 0...3, using: &random)).map { _ in noise(&random, depth: depth - 1) })
        default:
            .object(
                Members(
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        (names.randomElement(using: &random) ?? "", noise(&random, depth: depth - 1))
                    }))
        }
    }

    /// Whether one of the words that mean it stands where it has to.
    fileprivate var saysSo: Bool {
        switch self {
        case .list(let list): list.contains(where: \.saysSo)
        case .object(let members):
            members["Status"] == "1" || members["Status"] == 1 || members["Flag"] == "GREEN"
                || members["Flag"] == "CLEAR"
                || members.contains { $0.value.saysSo }
        default: false
        }
    }
}
