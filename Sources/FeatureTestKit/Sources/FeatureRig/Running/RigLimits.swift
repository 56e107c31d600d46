@_spi(Hosting) public import FeatureKit

/// How long a rig waits on the machine's own clock for what should come at once.
///
/// Only what fails ever waits that long.
@_spi(Hosting) public enum RigLimits {
    /// For a start or a stop.
    public static let event = Duration.seconds(5)
    /// For work that a feature does on threads of its own, where nobody sees that it goes on.
    public static let unseenWork = Duration.seconds(1)
    /// For what is expected and may come from such threads: on a busy machine a second is not much.
    public static let unseenAnswer = Duration.seconds(3)
    /// For the end of what a feature computes without a pause.
    public static let computing = Duration.seconds(10)
    /// How many messages of a topic nobody has looked at are kept.
    public static let mostArrivals = 100_000

    /// How many replies of a route that streams wait for a reader; then the route waits.
    public static let mostReplies = 1_000

    /// Whether a signal comes in time.
    public static func wait(for signal: Signal, within limit: Duration = event) async -> Bool {
        let clock = SystemClock()
        return (try? await signal.wait(until: clock.uptime + limit, on: clock)) ?? false
    }
}
