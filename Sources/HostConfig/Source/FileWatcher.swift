internal import CLinux
@_spi(Hosting) internal import FeatureKit
internal import Glibc
package import HostSystem

/// Watches one path, and reports when the file that it leads to may have changed or is gone; for a folder, when any
/// configuration file in it may have changed or is gone.
///
/// It sees a file written in place, removed and restored, renamed over, or reached by another way because a link or a
/// folder on the way was exchanged. It does not see what another machine writes to a network file system.
package final class FileWatcher: Sendable {
    /// The events of the file from the initializer on; a slow reader gets only the newest.
    package let events: AsyncStream<FileEvent>

    private let loop: DescriptorLoop
    private let core: Core
    private let tokens: [DescriptorLoop.Token]

    /// Watches a path, whether or not there is something yet, as long as the watcher is kept.
    ///
    /// - Important: Read the file after making the watcher, not before: then no change is missed.
    package init(path: String, on loop: DescriptorLoop) throws(SystemError) {
        let (events, tell) = AsyncStream.makeStream(of: FileEvent.self, bufferingPolicy: .bufferingNewest(1))
        let core = try Core(path: path, tell: tell)
        self.events = events
        self.loop = loop
        self.core = core
        let timer = try loop.add(core.timer) { core.look() }
        do throws(SystemError) {
            tokens = [timer, try loop.add(core.pool.inotify.descriptor) { core.readNotices() }]
        } catch {
            loop.remove(timer)
            throw error
        }
    }

    deinit { stop() }

    /// What on the way cannot be watched at the moment, for the operator to know.
    package var blindSpots: [BlindSpot] { core.blindSpots.withLock { $0 } }

    /// Ends the events.
    package func stop() {
        tokens.forEach(loop.remove)
        core.tell.finish()
    }
}

extension FileWatcher {
    /// What the loop's thread works on.
    // Unchecked: after `init` only the loop's thread touches what is no constant, and the pool.
    fileprivate final class Core: @unchecked Sendable {
        let pool: WatchPool
        let timer: Descriptor
        let tell: AsyncStream<FileEvent>.Continuation
        let blindSpots: Lock<[BlindSpot]>
        private let clock = SystemClock()
        private let path: String
        private var places: WatchPlaces
        private var decision: WatchDecision
        /// When to look at the file again.
        private var lookAt: Duration?
        /// What is in it, where the path leads to a folder.
        private var folder: WatchedFolder?

        init(path: String, tell: AsyncStream<FileEvent>.Continuation) throws(SystemError) {
            pool = try WatchPool()
            timer = try Descriptor { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) }
            self.tell = tell
            self.path = Path.absolute(path)
            places = WatchPlaces(path: self.path, pool: pool)
            let found = places.arm()
            decision = WatchDecision(found: found)
            blindSpots = Lock(places.blindSpots)
            open(found)
        }

        func readNotices() {
            let notices = pool.inotify.read()
            let now = clock.uptime
            var news = places.news(in: notices)
            var event = folder?.handle(notices, now: now)
            if news.isRelevant {
                let found = places.arm()
                if news.arrival == .created, places.areLinks(madeBy: notices) { news.arrival = .placed }
                let answer = decision.handle(news, found: found, now: now)
                lookAt = answer.lookAt
                if let told = answer.event { event = WatchDecision.Answer(event: told, lookAt: event?.lookAt) }
                open(found)
            }
            act(on: event ?? WatchDecision.Answer())
        }

        func look() {
            var expirations: UInt64 = 0
            _ = unsafe read(timer.number, &expirations, MemoryLayout.size(ofValue: expirations))
            let now = clock.uptime
            let own = decision.look(found: places.arm(), now: now)
            lookAt = own.lookAt
            let inside = folder?.look(now: now)
            act(on: WatchDecision.Answer(event: own.event ?? inside?.event, lookAt: inside?.lookAt))
        }

        /// Watches the content of the folder that the path leads to; another folder than before gets a new watch.
        private func open(_ found: FileIdentity?) {
            guard found?.number != folder?.number || found?.kind != .folder else { return }
            folder?.disarm()
            folder = found.flatMap { $0.kind == .folder ? WatchedFolder($0, path: path, pool: pool) : nil }
        }

        /// - Parameter answer: The event to report, and when to look into the folder again.
        private func act(on answer: WatchDecision.Answer) {
            let spots = places.blindSpots + (folder?.blindSpots ?? []).filter { !places.blindSpots.contains($0) }
            blindSpots.withLock { $0 = spots }
            if let event = answer.event { tell.yield(event) }
            guard let uptime = [lookAt, answer.lookAt].compactMap(\.self).min() else { return }
            let (seconds, attoseconds) = uptime.components
            var alarm = itimerspec()
            alarm.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            unsafe timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &alarm, nil)
        }
    }
}
