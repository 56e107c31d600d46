internal import FeatureKit

/// Which beacons are known, and how they are; pure, time is an argument.
struct Registry: Sendable {
    private let settings: BLE.Settings

    init(_ settings: BLE.Settings) { self.settings = settings }

    /// Whose word it is.
    ///
    /// - Throws: Why it does not count.
    mutating func judge(_ word: SpokenWord, by listener: String, at moment: Moment) throws(Refusal) -> Speaker {
        Speaker(trust: .anyone, beacon: nil, power: nil)
    }
}

/// What was said, and by whom it may have been.
struct SpokenWord {
    let frame: BeaconFrame
    /// What the company's number is followed by.
    let payload: ArraySlice<UInt8>
    /// A signature beside it.
    let seal: ArraySlice<UInt8>?
    let advertisement: Advertisement
}

/// Who said a word, as far as that is known.
struct Speaker: Equatable {
    let trust: Trust
    /// The known beacon's id.
    let beacon: String?
    /// How strong its signal is a metre away, where that is known.
    let power: Int?
}
