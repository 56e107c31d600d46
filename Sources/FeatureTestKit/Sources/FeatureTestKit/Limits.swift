@_spi(Hosting) internal import FeatureKit

/// How long tests wait for what should come at once, on the machine's own clock.
///
/// Only a failing test ever waits that long.
enum Limits {
    static let event = Duration.seconds(30)

    static func wait(for signal: Signal) async -> Bool {
        let clock = SystemClock()
        return (try? await signal.wait(until: clock.uptime + event, on: clock)) ?? false
    }
}
