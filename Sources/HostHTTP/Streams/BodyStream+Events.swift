@_spi(Hosting) import FeatureKit
import HTTPServer

extension BodyStream {
    /// Sends a comment now and then, until nobody reads any more or the task is cancelled.
    ///
    /// Between machines a reader may vanish without a word; only who writes to it finds out.
    func keepAlive(every beat: Duration = ServerLimits().heartbeat, _ clock: any ClockSource) async {
        await withTaskGroup { group in
            group.addTask { await self.untilClosed() }
            group.addTask {
                do {
                    while true {
                        try await clock.sleep(until: clock.uptime + beat)
                        try await self.write(Array(":\n\n".utf8))
                    }
                } catch {}  // It has gone, or this is cancelled.
            }
            await group.next()
            group.cancelAll()
        }
    }
}
