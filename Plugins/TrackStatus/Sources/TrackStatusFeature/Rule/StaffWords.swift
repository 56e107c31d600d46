internal import FeatureKit

/// What staff say of a zone, or of the whole track.
@Record struct StaffWord: Equatable {
    /// The zone; absent for the whole track.
    @In(0...65_535) var zone: Int?
    /// What they say.
    var mode: Mode
    /// What people are shown.
    @Text(1...500) var message: String?
    /// When they said it.
    var at: Timestamp
    /// It counts before that; absent until it is withdrawn.
    var until: Timestamp?
}

/// All that staff say, for as long as it counts.
struct StaffWords {
    /// By zone; the whole track's under nil.
    private var words: [Int?: (word: StaffWord, end: Duration?)] = [:]

    /// When the first of them runs out.
    var nextEnd: Duration? { words.values.compactMap(\.end).min() }

    /// All of them, the whole track's first.
    var all: [StaffWord] { words.values.map(\.word).sorted { ($0.zone ?? -1) < ($1.zone ?? -1) } }

    /// The worst of all, the whole track's before a zone's.
    var worst: StaffWord? { all.max { $0.mode < $1.mode } }

    /// What they say of a zone alone, or of the whole track.
    func word(of zone: Int?) -> StaffWord? { words[zone]?.word }

    /// What they say of a zone and of the whole track: for the zone the worse of both counts.
    func counting(for zone: Int?) -> [StaffWord] { Set([nil, zone]).compactMap { word(of: $0) } }

    /// Takes a word, which may be over already.
    mutating func say(_ word: StaffWord, at moment: Moment) {
        words[word.zone] = (word, word.until.map { moment.uptime + moment.wall.duration(to: $0) })
        _ = forget(at: moment)
    }

    mutating func withdraw(_ zone: Int?) { words[zone] = nil }

    /// Forgets what has run out; whether something has.
    mutating func forget(at moment: Moment) -> Bool {
        guard let nextEnd, nextEnd <= moment.uptime else { return false }
        words = words.filter { $0.value.end.map { moment.uptime < $0 } ?? true }
        return true
    }
}
