@testable import FeatureKit

extension Mailbox {
    /// Adds a message, as a hub with one reader does.
    func put(_ parcel: Parcel) -> Wakeups {
        var wakeups = Wakeups()
        put(parcel, waking: &wakeups)
        return wakeups
    }
}

extension TypedParcel {
    /// A parcel that is addressed and stamped, as a reader gets it.
    convenience init(
        _ payload: Payload, topic: String, source: String, sequence: UInt64, time: Timestamp, cause: Cause?
    ) {
        self.init(payload)
        address(topic: topic, source: source, cause: cause)
        stamp(sequence: sequence, time: time)
    }
}
