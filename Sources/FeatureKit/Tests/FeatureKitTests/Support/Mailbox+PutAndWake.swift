@_spi(Hosting) @testable import FeatureKit

extension Mailbox {
    /// Adds a message as a publisher does, which wakes the readers once it holds no lock.
    func putAndWake(_ parcel: Parcel) {
        var wakeups = Wakeups()
        put(parcel, waking: &wakeups)
        wakeups.wake()
    }
}
