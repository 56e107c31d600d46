internal import FeatureKit

extension Station {
    /// Nobody sleeps longer for want of anything to decide.
    private static let longest = Duration.seconds(3_600)

    /// Decides who is the nearest as time goes by, until the feature is asked to stop.
    ///
    /// Whoever is heard decides it as well; this is for those who fall silent.
    func keepNearest() async {
        repeat {
            let uptime = clock.uptime
            let (due, hasNews) = knowledge.withLock { knowledge in
                knowledge.ranges.move(to: uptime)
                return (knowledge.ranges.decide(), knowledge.ranges.takeSigns().hasNews)
            }
            if hasNews { tellNearest() }
            do { try await nearestAlarm.sleep(until: due ?? uptime + Self.longest, clock) } catch { return }
        } while true
    }

    /// Which beacon each listener has nearest, or the one that is asked for.
    func nearest(_ request: AskNearest) throws(RouteError) -> NearestAll {
        guard let listener = request.listener else { return NearestAll(items: knowledge.withLock { $0.ranges.all }) }
        let (found, names) = knowledge.withLock { knowledge in
            let found = knowledge.ranges.nearest(listener)
            return (found, found == nil ? knowledge.ranges.names : [])
        }
        guard let found else { throw .noListener(listener, among: names) }
        return NearestAll(items: [found])
    }
}
