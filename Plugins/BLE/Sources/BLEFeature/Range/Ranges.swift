/// How near senders are to those who hear them; pure, time is an argument.
struct Ranges: Sendable {
    init(_ settings: BLE.Settings) {}

    /// Takes a signal's strength.
    ///
    /// - Returns: How far away the sender is; nil where nobody can tell.
    mutating func hear(_ rssi: Int8, of sender: Sender, _ speaker: Speaker, by listener: String, at moment: Moment)
        -> Reach?
    {
        nil
    }
}

/// Whom a word came from, as far as radio tells.
struct Sender: Hashable {
    let address: Advertisement.Address
    let zone: UInt16
}

/// How far away somebody is.
struct Reach: Equatable {
    let metres: Double
    /// How far off that may be, in two cases of three.
    let error: Double
}
