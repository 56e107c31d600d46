import BeaconRanging
import BluetoothCaptures
import FeatureKit
import Glibc
import Measures

/// How far off distances are: of every method and smoothing, with its numbers found on one track and tried on the others.
enum RangeBench {
    private struct Way: Sendable {
        let name: String
        /// Whether its power is what is heard a metre away, as beacons say it of themselves.
        var isHonest = true
        let settings: RangingSettings
        let fit: @Sendable ([HeardLevel], RangingSettings) -> RangingSettings
    }

    private struct Outcome {
        let way: String
        let smoothing: String
        let isHonest: Bool
        let isDefault: Bool
        let errors: Errors
    }

    /// Prints how far off they are, and ends with 1 where the default is not what errs least.
    static func run(_ folder: String) throws -> [Row] {
        let tracks = try TrackSet(folder).tracks
        let outcomes = smoothings.flatMap { smoothing in
            ways.map { way in tried(way, smoothing, on: tracks) }
        }
        let blind = blind(tracks)
        tell(outcomes, blind)
        try tellShipped(tracks)
        cost()
        let missed = missed(outcomes, blind)
        return [Row("what does not hold of the default", unit: "", ours: try Sample([Double(missed)]), bar: 0)]
    }

    // MARK: - What is tried

    private static let smoothings: [(name: String, settings: RangingSettings)] = [
        ("none", with { $0.smoothing = .none }),
        ("average 20 s", with { $0.smoothing = .average }),
        ("average 5 s", with { ($0.smoothing, $0.window) = (.average, .seconds(5)) }),
        ("arma 0.1", with { $0.smoothing = .arma }),
        ("arma 0.25", with { ($0.smoothing, $0.speed) = (.arma, 0.25) }),
        ("kalman", with { $0.smoothing = .kalman }),
    ]

    private static let ways: [Way] =
        [
            Way(name: "likely", settings: with { $0.method = .likely }, fit: Fit.likely),
            Way(name: "path", settings: with { $0.method = .path }, fit: Fit.path),
            Way(name: "regression, own", settings: with { $0.method = .regression }, fit: Fit.curve),
        ]
        + RadioModel.allCases.filter { $0 != .nexus4 }.flatMap { model in
            let settings = with { ($0.method, $0.model) = (.regression, model) }
            return [
                Way(name: model.rawValue, settings: settings, fit: Fit.path),
                Way(name: "\(model.rawValue), bent", isHonest: false, settings: settings, fit: Fit.bent),
            ]
        }

    private static func with(_ change: (inout RangingSettings) -> Void) -> RangingSettings {
        var settings = RangingSettings()
        change(&settings)
        return settings
    }

    private static func tried(_ way: Way, _ smoothing: (name: String, settings: RangingSettings), on tracks: [Track])
        -> Outcome
    {
        var settings = way.settings
        (settings.smoothing, settings.window, settings.speed) =
            (smoothing.settings.smoothing, smoothing.settings.window, smoothing.settings.speed)
        let heards = tracks.map { heard($0, settings) }
        var all = Errors()
        for known in tracks.indices {
            let fitted = way.fit(heards[known], settings)
            for other in tracks.indices where other != known { all.add(errors(heards[other], fitted)) }
        }
        let usual = RangingSettings()
        return Outcome(
            way: way.name, smoothing: smoothing.name, isHonest: way.isHonest,
            isDefault: settings.method == usual.method && settings.smoothing == usual.smoothing, errors: all)
    }

    /// The same distance for every signal: what was in the middle of the one track.
    private static func blind(_ tracks: [Track]) -> Errors {
        var all = Errors()
        for known in tracks.indices {
            let middle = tracks[known].signals.map(\.distance).quantile(0.5)
            for other in tracks.indices where other != known {
                for signal in tracks[other].signals { all.add(Distance(metres: middle, error: 0), signal.distance) }
            }
        }
        return all
    }

    // MARK: - What came of it

    private static func tell(_ outcomes: [Outcome], _ blind: Errors) {
        print(row("method", "smoothing", "median", "9 of 10", "relative", "within"))
        print(row("always the same", "", blind))
        for outcome in outcomes.sorted(by: { $0.errors.median < $1.errors.median }) {
            print(row(outcome.way + (outcome.isDefault ? " *" : ""), outcome.smoothing, outcome.errors))
        }
        print("* the default. In metres; its numbers found on one track of three, tried on the other two.")
    }

    /// The settings as they are without anybody's doing; they were found on the first track.
    private static func tellShipped(_ tracks: [Track]) throws {
        let usual = RangingSettings()
        let fitted = Fit.likely(heard(tracks[0], usual), usual)
        print("found on \(tracks[0].name): power \(fitted.power), exponent \(decimal(fitted.exponent)),")
        print("  usual \(decimal(fitted.usual)), spread \(decimal(fitted.spread))")
        for track in tracks { print(row("as shipped", track.name, errors(heard(track, usual), usual))) }
        for method in RangingSettings.Method.allCases {
            let settings = with { $0.method = method }
            let heard = heard(tracks[0], settings)
            let fitted = method == .regression ? Fit.curve(heard, settings) : Fit.likely(heard, settings)
            let share = errors(heard, fitted).shares.quantile(2.0 / 3)
            print("\(method): two of three of \(tracks[0].name) are within \(decimal(share)) of the error")
        }
    }

    private static func missed(_ outcomes: [Outcome], _ blind: Errors) -> Int {
        guard let usual = outcomes.first(where: \.isDefault),
            let best = outcomes.filter(\.isHonest).min(by: { $0.errors.median < $1.errors.median }),
            let any = outcomes.min(by: { $0.errors.median < $1.errors.median })
        else { return 1 }
        var missed = 0
        func expect(_ condition: Bool, _ what: String) {
            print("\(condition ? "holds" : "DOES NOT HOLD"): \(what)")
            missed += condition ? 0 : 1
        }
        expect(usual.errors.median <= best.errors.median, "the default errs least, by the median")
        expect(
            usual.errors.median <= any.errors.median + 0.1,
            "nor is any other, with a power that no beacon has, better by ten centimetres")
        expect(usual.errors.median < blind.median * 0.8, "it errs a fifth less than always the same distance")
        expect((0.6...0.74).contains(usual.errors.within), "two of three are within its error")
        return missed
    }

    /// What one judged word takes of its thread.
    private static func cost() {
        for smoothing in RangingSettings.Smoothing.allCases {
            for senders in [1, 10, 1_000, 100_000] {
                var ranging = ListenerRanging(
                    RangingSettings(smoothing: smoothing), NearestSettings(), for: "north", speed: nil)
                var random = UInt64(7)
                let count = 1_000_000
                let start = clock()
                for number in 0..<count {
                    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let time = Duration.microseconds(number * 100)
                    var changes: [NearestChange] = []
                    _ = ranging.hear(
                        -90 + Int8(random >> 59), power: -63,
                        of: .init(kind: 1, number: random >> 33 % UInt64(senders)), zone: 1, beacon: nil,
                        at: Moment(uptime: time, wall: Timestamp(nanoseconds: 0)), now: time, &changes)
                }
                // Processor time, so that other processes do not count.
                let each = Double(clock() - start) * 1_000_000_000 / Double(CLOCKS_PER_SEC) / Double(count)
                print("\(smoothing), \(senders) senders: \(Int(each)) ns a word, \(ranging.count) remembered")
            }
        }
    }

    private static func row(_ way: String, _ smoothing: String, _ errors: Errors) -> String {
        row(
            way, smoothing, decimal(errors.median), decimal(errors.metres.quantile(0.9)),
            decimal(errors.relative.quantile(0.5)), decimal(errors.within))
    }

    private static func row(_ cells: String...) -> String {
        zip(cells, [20, 30, 8, 8, 9, 6]).map { cell, width in
            cell + String(repeating: " ", count: max(width - cell.count, 1))
        }.joined()
    }

    private static func decimal(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
