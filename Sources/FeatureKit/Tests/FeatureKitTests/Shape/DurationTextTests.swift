@_spi(Hosting) import FeatureKit
import Testing

@Suite struct DurationTextTests {
    @Test(
        arguments: [
            ("0", .zero), ("0s", .zero), ("0ns", .zero), ("00d", .zero), ("250ms", .milliseconds(250)),
            ("5s", .seconds(5)),
            ("1h30m", .seconds(5400)), ("1.5s", .milliseconds(1500)), ("1d", .seconds(86_400)), ("90m", .seconds(5400)),
            ("1d1h1m1s1ms1us1ns", .nanoseconds(90_061_001_001_001)), ("1m5ms", .nanoseconds(60_005_000_000)),
            ("5m", .seconds(300)), ("5ms", .milliseconds(5)), ("0.5h", .seconds(1800)), ("1.25m", .seconds(75)),
            ("0.000000001s", .nanoseconds(1)), ("1.000000001s", .nanoseconds(1_000_000_001)),
            ("0.1d0.5s", .milliseconds(8_640_500)), ("36600d", .seconds(3_162_240_000)),
            ("9999999999ns", .nanoseconds(9_999_999_999)),
        ] as [(String, Duration)])
    func reads(_ text: String, as duration: Duration) { #expect(DurationText.parse(text) == duration) }

    @Test(arguments: [
        "", " ", "5", "00", "0.0", "s", "ms", ".5s", "1.s", "1.", ".", "5 s", " 5s", "5s ", "5S", "5sec", "5 ", "+5s",
        "-5s",
        "1e3s", "1,5s", "1h1h", "1m1h", "1s1m", "1ns1us", "1.5", "1..5s", "1.5.5s", "5ſ", "５s", "5µs", "5w", "5y",
        "1s\n",
        "1.0000000001s", "12345678901ns", "36601d", "9999999999d", "9999999999h", "0x5s", "nans", "inf", "1s-1ms",
        "1s+1ms", "\u{0}",
        "5s\u{0}", "1_000s",
    ])
    func refuses(_ text: String) { #expect(DurationText.parse(text) == nil) }

    @Test(
        arguments: [
            (.zero, "0s"), (.nanoseconds(1), "1ns"), (.milliseconds(1500), "1s500ms"), (.seconds(86_400), "1d"),
            (.seconds(90), "1m30s"), (.microseconds(1), "1us"), (.nanoseconds(90_061_001_001_001), "1d1h1m1s1ms1us1ns"),
            // What a division in floating point gets wrong: one nanosecond less than a round number of days.
            (.seconds(36_600 * 86_400) - .nanoseconds(1), "36599d23h59m59s999ms999us999ns"),
            (.seconds(60) - .nanoseconds(1), "59s999ms999us999ns"),
            // What is finer than it can say is left out; what is below nothing is said as it is.
            (Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), "0s"),
            (.nanoseconds(-1), "-1ns"), (.seconds(-90), "-1m30s"),
            (.seconds(Int64.max), "106751991167300d15h30m7s"),
            (Duration(secondsComponent: .min, attosecondsComponent: 0), "-106751991167300d15h30m8s"),
        ] as [(Duration, String)])
    func prints(_ duration: Duration, as text: String) { #expect(DurationText.print(duration) == text) }

    @Test func readsWhatItPrinted() {
        var random = SeededRandom.announced()
        for _ in 0..<5_000 {
            // As likely to be nanoseconds as years, and often close to a round number.
            let scale = Int64(1) << Int64.random(in: 0..<62, using: &random)
            var nanoseconds = Int64.random(in: 0...scale, using: &random)
            if Bool.random(using: &random) {
                let unit: Int64 =
                    [1_000, 1_000_000, 1_000_000_000, 60_000_000_000, 86_400_000_000_000]
                    .randomElement(using: &random) ?? 1
                nanoseconds = max(0, nanoseconds / unit * unit + Int64.random(in: -1...1, using: &random))
            }
            let duration = min(.nanoseconds(nanoseconds), DurationText.longest)
            let text = DurationText.print(duration)
            #expect(DurationText.parse(text) == duration, "\(text)")
        }
        #expect(DurationText.parse(DurationText.print(DurationText.longest)) == DurationText.longest)
    }
}
