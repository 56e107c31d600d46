/// A sender's last word about a zone.
struct Word: Equatable {
    let mode: Mode
    /// It counts before that.
    let end: Moment
}

extension Word: Comparable {
    /// The worse word, and of two that are as bad the one that counts longer, is the greater.
    static func < (left: Word, right: Word) -> Bool { (left.mode, left.end) < (right.mode, right.end) }
}

/// The last word of each sender in each zone, for as long as it counts.
struct Words {
    struct Key: Hashable {
        let zone: Int
        let address: String
    }

    /// Anyone can invent senders; beyond this many the least word gives way to one that is no less.
    static let most = 1024

    private var words: [Key: Word] = [:]
    /// How many words found no room or lost theirs.
    private(set) var displaced: UInt64 = 0

    var count: Int { words.count }

    /// When the first of them runs out.
    var nextEnd: Duration? { words.values.map(\.end.uptime).min() }

    /// Takes a sender's word in place of its last one.
    mutating func hear(_ word: Word, from key: Key) {
        if words[key] == nil, words.count >= Self.most {
            displaced += 1
            guard let least = words.min(by: { $0.value < $1.value }), least.value.mode <= word.mode else { return }
            words[least.key] = nil
        }
        words[key] = word
    }

    /// Forgets what has run out.
    mutating func forget(at moment: Moment) { words = words.filter { moment < $0.value.end } }

    mutating func forgetAll() { words = [:] }

    /// The worst that counts in each zone.
    var worst: [Int: Word] {
        words.reduce(into: [:]) { worst, entry in
            let known = worst[entry.key.zone]
            worst[entry.key.zone] = known.map { max($0, entry.value) } ?? entry.value
        }
    }
}
