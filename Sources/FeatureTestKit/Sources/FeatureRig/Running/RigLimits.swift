@_spi(Hosting) public import FeatureKit

/// How long a rig waits on the machine's own clock for results that should come at once.
///
/// Only failures take that long.
@_spi(Hosting) public enum RigLimits {
    /// For a start or a stop.
    public static let event = Duration.seconds(5)
    /// For work that a feature does on threads of its own, whose progress nobody sees.
    public static let unseenWork = Duration.seconds(1)
    /// For expected results that may come from such threads: on a busy machine a second is not much.
    public static let unseenAnswer = Duration.seconds(3)
    /// For the end of a computation without a pause.
    public static let computing = Duration.seconds(10)
    /// How many messages of a topic are kept until a test reads them.
    public static let mostArrivals = 100_000

    /// How many replies of a stream wait for a reader before the route has to wait.
    public static let mostReplies = 1_000

    /// Whether a signal is raised within a limit.
    public static func wait(for signal: Signal, within limit: Duration = event) async -> Bool {
        let clock = SystemClock()
        return (try? await signal.wait(until: clock.uptime + limit, on: clock)) ?? false
    }
}
