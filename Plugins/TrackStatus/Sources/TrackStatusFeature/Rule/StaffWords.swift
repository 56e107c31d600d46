internal import FeatureKit

/// What a member of staff says of a zone, or of the whole track.
@Record struct StaffWord: Equatable {
    /// The zone; absent for the whole track.
    @In(0...65_535) var zone: Int?
    /// What they say.
    var mode: Mode
    /// What people are shown.
    @Text(1...500) var message: String?
    /// Who says so.
    @Text(1...200) var by: String
    /// When they said it.
    var at: Timestamp
    /// It counts before that; absent until it is withdrawn.
    var until: Timestamp?
}

/// All that staff say, for as long as it counts.
struct StaffWords {
    /// By zone; the whole track's under nil.
    private var words: [Int?: (word: StaffWord, end: Duration?)] = [:] {
        didSet {
            all = words.values.map(\.word).sorted { ($0.zone ?? -1) < ($1.zone ?? -1) }
            worst = all.reduce(nil) { worst, word in worst.map { $0.mode >= word.mode } ?? false ? worst : word }
        }
    }

    /// When the first of them runs out.
    var nextEnd: Duration? { words.values.compactMap(\.end).min() }

    /// All of them, the whole track's first.
    private(set) var all: [StaffWord] = []

    /// The worst of all, the whole track's before a zone's.
    private(set) var worst: StaffWord?

    /// What they say of a zone alone, or of the whole track.
    func word(of zone: Int?) -> StaffWord? { words[zone]?.word }

    /// What counts for a zone: the worse of what they say of it and of the whole track.
    func mode(of zone: Int?) -> Mode? { saying(of: zone).map(\.mode).max() }

    /// Until when they say that of a zone; nil where one has no end.
    func end(of zone: Int?, saying mode: Mode) -> Timestamp? {
        let saying = saying(of: zone).filter { $0.mode == mode }
        return saying.contains { $0.until == nil } ? nil : saying.compactMap(\.until).max()
    }

    private func saying(of zone: Int?) -> [StaffWord] {
        zone == nil ? [words[nil]?.word].compactMap(\.self) : [words[nil]?.word, words[zone]?.word].compactMap(\.self)
    }

    mutating func say(_ word: StaffWord, at moment: Moment) {
        words[word.zone] = (word, word.until.map { moment.uptime + moment.wall.duration(to: $0) })
    }

    mutating func withdraw(_ zone: Int?) { words[zone] = nil }

    /// Forgets what has run out; whether something has.
    mutating func forget(at moment: Moment) -> Bool {
        guard let nextEnd, nextEnd <= moment.uptime else { return false }
        words = words.filter { $0.value.end.map { moment.uptime < $0 } ?? true }
        return true
    }
}
