@_spi(Hosting) internal import FeatureKit

/// The host's end of a rehearsed worker's sleeps: they sleep by the host's clock.
enum ServedSleeps {
    /// Takes the wish to be woken.
    static func receive(
        _ message: WireMessage, by clock: any ClockSource, _ jobs: Jobs, send: @escaping @Sendable (WireMessage) -> Void
    ) throws(WireError) {
        let (until, look) = try message.read { (reader) throws(WireError) in
            (try reader.duration(), try reader.duration())
        }
        let conversation = message.conversation
        try jobs.begin(conversation) {
            if look > .zero {
                try? await clock.sleep(until: until, lookingEvery: look)
            } else {
                try? await clock.sleep(until: until)
            }
            // Also where it was forgotten: every question has an answer.
            send(WireMessage(.reply, conversation))
        }
    }
}
