internal import FeatureKit

/// What staff say, of the whole track and of zones, for as long as it counts.
struct StaffWords {
    struct Said: Equatable {
        let word: StaffWord
        /// It counts before that, by the clock that never goes back.
        let end: Duration?
    }

    private(set) var track: Said?
    private(set) var zones: [Int: Said] = [:]
    /// The worst of all, the whole track's before a zone's.
    private(set) var worst: StaffWord?
    /// When the first of them runs out.
    private(set) var nextEnd: Duration?

    func mode(of zone: Int?) -> Mode? {
        let own = zone.flatMap { zones[$0] }
        return [track?.word.mode, own?.word.mode].compactMap(\.self).max()
    }

    /// Until when staff say that of a zone; nothing where no end was given.
    func end(of zone: Int?, saying mode: Mode) -> Timestamp? {
        let saying = [track, zone.flatMap { zones[$0] }].compactMap(\.self).filter { $0.word.mode == mode }
        return saying.contains { $0.word.until == nil } ? nil : saying.compactMap(\.word.until).max()
    }

    /// Takes a word in place of the last one, or takes that back.
    mutating func say(_ word: StaffWord?, of zone: Int?, at moment: Moment) {
        let said = word.map { word in
            Said(word: word, end: word.until.map { moment.uptime + moment.wall.duration(to: $0) })
        }
        if let zone { zones[zone] = said } else { track = said }
        look()
    }

    /// Forgets what has run out; true where something has.
    mutating func forget(at moment: Moment) -> Bool {
        guard let nextEnd, nextEnd <= moment.uptime else { return false }
        func counts(_ said: Said) -> Bool { said.end.map { moment.uptime < $0 } ?? true }
        zones = zones.filter { counts($0.value) }
        track = track.flatMap { counts($0) ? $0 : nil }
        look()
        return true
    }

    private mutating func look() {
        let all = [track].compactMap(\.self) + zones.sorted { $0.key < $1.key }.map(\.value)
        nextEnd = all.compactMap(\.end).min()
        worst = all.reduce(nil) { worst, said in worst.map { $0.mode >= said.word.mode } ?? false ? worst : said.word }
    }
}

extension Timestamp {
    /// How long after this point another one lies; below zero before it.
    func duration(to other: Timestamp) -> Duration {
        .nanoseconds(
            other.nanoseconds.subtractingReportingOverflow(nanoseconds).overflow
                ? .max : other.nanoseconds - nanoseconds)
    }
}
