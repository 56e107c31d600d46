internal import CLinux
@_spi(Hosting) internal import FeatureKit
internal import Glibc
package import HostSystem

/// Watches one path, and tells when the file that it leads to may have changed or is gone.
///
/// It sees a file written in place, removed and restored, renamed over, or reached by another way because a link or a
/// folder on the way was exchanged. It does not see what another machine writes to a network file system.
package final class FileWatcher: Sendable {
    /// What happens to the file from the moment the watcher is made; whoever is slow gets the newest only.
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
            tokens = [timer, try loop.add(core.inotify.descriptor) { core.readNotices() }]
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
    // Unchecked: after `init` only the loop's thread touches `places` and `decision`.
    fileprivate final class Core: @unchecked Sendable {
        let inotify: Inotify
        let timer: Descriptor
        let tell: AsyncStream<FileEvent>.Continuation
        let blindSpots: Lock<[BlindSpot]>
        private let clock = SystemClock()
        private var places: WatchPlaces
        private var decision: WatchDecision

        init(path: String, tell: AsyncStream<FileEvent>.Continuation) throws(SystemError) {
            inotify = try Inotify()
            timer = try Descriptor { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) }
            self.tell = tell
            places = WatchPlaces(path: Path.absolute(path), inotify: inotify)
            decision = WatchDecision(found: places.arm())
            blindSpots = Lock(places.blindSpots)
        }

        func readNotices() {
            let notices = inotify.read()
            var news = places.news(in: notices)
            guard news.isRelevant else { return }
            let found = arm()
            if news.arrival == .created, places.areLinks(madeBy: notices) { news.arrival = .placed }
            act(on: decision.handle(news, found: found, now: clock.uptime))
        }

        func look() {
            var expirations: UInt64 = 0
            _ = unsafe read(timer.number, &expirations, MemoryLayout.size(ofValue: expirations))
            act(on: decision.look(found: arm(), now: clock.uptime))
        }

        private func arm() -> FileIdentity? {
            let found = places.arm()
            let spots = places.blindSpots
            blindSpots.withLock { $0 = spots }
            return found
        }

        private func act(on answer: WatchDecision.Answer) {
            if let event = answer.event { tell.yield(event) }
            guard let uptime = answer.lookAt else { return }
            let (seconds, attoseconds) = uptime.components
            var alarm = itimerspec()
            alarm.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            unsafe timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &alarm, nil)
        }
    }
}
