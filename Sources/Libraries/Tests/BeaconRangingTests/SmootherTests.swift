import LibraryTestSupport
import Testing

@testable import BeaconRanging

@Suite struct SmootherTests {
    /// The same as the running average, written the slow way.
    private struct SlowAverage {
        let window: Int
        var samples: [(time: Int, rssi: Int)] = []

        mutating func take(_ rssi: Int, at time: Int) -> Double {
            let now = max(samples.last?.time ?? time, time)
            samples.append((now, rssi))
            samples = samples.filter { now - $0.time < window }.suffix(RunningAverage.mostSamples)
            let sorted = samples.map(\.rssi).sorted()
            let cut = sorted.count > 2 ? Int((Double(sorted.count) / 10).rounded(.up)) : 0
            let kept = sorted.dropFirst(cut).dropLast(cut)
            return Double(kept.reduce(0, +)) / Double(kept.count)
        }
    }

    @Test(arguments: [1, 5, 20, 300])
    func averagesAsTheDefinitionDoes(_ seconds: Int) {
        var random = SeededRandom(seed: UInt64(seconds))
        for pace in [3, 100, 1_000, 30_000] {
            var average = RunningAverage(window: .seconds(seconds))
            var slow = SlowAverage(window: seconds * 1_000)
            var time = 0
            for _ in 0..<400 {
                // Some come late.
                time += Int.random(in: -pace / 10...pace, using: &random)
                let rssi = Int8.random(in: -100 ... -30, using: &random)
                let level = average.take(rssi, at: .milliseconds(time))
                let expected = slow.take(Int(rssi), at: time)
                #expect(level.strength == expected, "\(seconds) s, \(pace) ms, at \(time)")
                #expect(average.count == slow.samples.count)
                #expect(level.variance > 0 && level.variance <= 50 * 50)
            }
        }
    }

    @Test func atTheWindowsEndASignalIsGone() {
        var average = RunningAverage(window: .seconds(20))
        _ = average.take(-90, at: .zero)
        #expect(average.take(-50, at: .milliseconds(19_999)).strength == -70)
        #expect(average.take(-50, at: .milliseconds(20_000)).strength == -50)
    }

    @Test func aTenthAtEachEndIsLeftOut() {
        var average = RunningAverage(window: .seconds(20))
        var level: Level?
        for rssi: Int8 in [-70, -70, -70, -70, -70, -70, -70, -70, -10, -120] {
            level = average.take(rssi, at: .seconds(1))
        }
        #expect(level?.strength == -70)
    }

    /// 50 days of milliseconds don't fit.
    @Test func monthsOfSignalsWrapUnnoticed() {
        var average = RunningAverage(window: .seconds(300))
        let start = Duration.milliseconds(Int64(UInt32.max) - 10_000)
        _ = average.take(-40, at: .zero)
        // Never silent for as long as the window, so that it counts on from its first.
        var time = Duration.seconds(299)
        while time < start {
            _ = average.take(-90, at: time)
            time += .seconds(299)
        }
        for second in 0..<400 { _ = average.take(-60, at: time + .seconds(second)) }
        #expect(average.count == RunningAverage.mostSamples)
        let level = average.take(-60, at: time + .seconds(400))
        #expect(level.strength == -60)
    }

    @Test func armaFollowsByAPartOfTheWay() {
        var arma = Arma(speed: 0.1, window: .seconds(20))
        #expect(arma.take(-60, at: .zero).strength == -60)
        #expect(abs(arma.take(-70, at: .seconds(1)).strength + 61) < 1e-9)
        #expect(abs(arma.take(-70, at: .seconds(2)).strength + 61.9) < 1e-9)
        // After a long silence it begins again.
        #expect(arma.take(-80, at: .seconds(22)).strength == -80)
    }

    @Test func kalmanBelievesTheMoreTheLongerNothingWasHeard() {
        func step(after silence: Duration) -> Double {
            var kalman = Kalman()
            for second in 0..<60 { _ = kalman.take(-60, at: .seconds(second)) }
            return kalman.take(-80, at: .seconds(59) + silence).strength
        }
        let steps = [Duration.milliseconds(100), .seconds(1), .seconds(10), .seconds(3_600)].map(step)
        #expect(steps == steps.sorted(by: >))
        #expect(steps[0] > -64 && steps[3] < -79)
    }

    @Test(arguments: RangingSettings.Smoothing.allCases)
    func whatComesLateOrFarApartIsFinite(_ smoothing: RangingSettings.Smoothing) {
        var settings = RangingSettings()
        settings.smoothing = smoothing
        var smoother = Smoother(settings)
        var random = SeededRandom(seed: 3)
        var times: [Duration] = [.seconds(Int64.max / 2), .zero, .seconds(-5), .seconds(Int64.max / 2)]
        times += (0..<1_000).map { _ in .milliseconds(Int.random(in: -1_000_000...1_000_000, using: &random)) }
        for time in times {
            let level = smoother.take(Int8.random(in: .min ... .max, using: &random), at: time)
            #expect((-128...127).contains(level.strength))
            #expect(level.variance > 0 && level.variance.isFinite)
        }
    }

    /// A level that is off by a few dB is taken for more certain the more is heard, and for less where the signals differ wildly.
    @Test(arguments: [RangingSettings.Smoothing.kalman, .arma, .average])
    func theSpreadOfSignalsTells(_ smoothing: RangingSettings.Smoothing) {
        func variance(_ noise: Int, _ count: Int) -> Double {
            var settings = RangingSettings()
            settings.smoothing = smoothing
            var smoother = Smoother(settings)
            var random = SeededRandom(seed: 5)
            var level = Level(strength: 0, variance: 0)
            for number in 0..<count {
                let rssi = -70 + Int.random(in: -noise...noise, using: &random)
                level = smoother.take(Int8(rssi), at: .milliseconds(200 * number))
            }
            return level.variance
        }
        #expect(variance(8, 50) < variance(8, 2))
        #expect(variance(1, 60) * 2 < variance(20, 60))
    }
}
