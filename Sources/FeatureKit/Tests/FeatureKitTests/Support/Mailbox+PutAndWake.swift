@_spi(Hosting) @testable import FeatureKit

extension Mailbox {
    /// Puts a letter in as a publisher does, who wakes readers once it holds no lock.
    func putAndWake(_ parcel: Parcel) {
        var wakeups = Wakeups()
        put(parcel, waking: &wakeups)
        wakeups.wake()
    }
}
