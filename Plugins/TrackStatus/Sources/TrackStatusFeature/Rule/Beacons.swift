internal import FeatureKit

/// Who speaks: a stranger cannot take a known beacon's place by taking its address.
struct Sender: Hashable {
    /// A known beacon's id, or else the address.
    let name: String
    let isKnown: Bool
}

/// A sender's last word about a zone.
struct Word: Equatable {
    /// What it counts as.
    var mode: Mode
    /// Whether it speaks of an evacuation, whatever that counts as.
    let isEvacuation: Bool
    let isSigned: Bool
    let temperature: Int?
    /// It counts before that.
    let end: Moment
    /// When the sender was heard to change to it; nothing where it was not.
    let changed: Duration?
}

/// The last word of each sender in a zone, for as long as it counts.
struct Beacons {
    /// All that the rule asks of them.
    struct Gist: Equatable {
        var mode: Mode
        /// Until when one of them says so.
        var end: Moment
        /// When the first of them was heard to change to what it says; nothing where one was not.
        var changed: Duration?
    }

    private(set) var words: [Sender: Word] = [:]
    private(set) var gist: Gist?

    /// When the first of them runs out.
    var nextEnd: Duration? { words.values.map(\.end.uptime).min() }

    /// Takes a sender's word in place of its last one.
    mutating func hear(_ word: Word, from sender: Sender) {
        let last = words.updateValue(word, forKey: sender)
        // A sender that repeats itself is by far the most frequent; whoever says something else has all looked at again.
        guard let last, let gist, last.mode == word.mode, last.changed == word.changed,
            word.mode != gist.mode || word.end >= gist.end
        else { return sum() }
        if word.mode == gist.mode { self.gist?.end = word.end }
    }

    /// Forgets what has run out.
    ///
    /// - Returns: Whose words those were.
    mutating func forget(at moment: Moment) -> [Sender: Word] {
        let over = words.filter { $0.value.end <= moment }
        guard !over.isEmpty else { return [:] }
        for sender in over.keys { words[sender] = nil }
        sum()
        return over
    }

    mutating func forget(_ sender: Sender) {
        guard words.removeValue(forKey: sender) != nil else { return }
        sum()
    }

    mutating func forgetAll() { self = Beacons() }

    /// Lets a sender's word count as something else.
    mutating func take(_ sender: Sender, as mode: Mode) {
        guard words[sender]?.mode != mode else { return }
        words[sender]?.mode = mode
        sum()
    }

    private mutating func sum() {
        gist = words.values.reduce(nil) { gist, word in
            guard var gist else { return Gist(mode: word.mode, end: word.end, changed: word.changed) }
            if word.mode == gist.mode {
                gist.end = max(gist.end, word.end)
            } else if word.mode > gist.mode {
                (gist.mode, gist.end) = (word.mode, word.end)
            }
            if let first = gist.changed { gist.changed = word.changed.map { min($0, first) } }
            return gist
        }
    }
}
