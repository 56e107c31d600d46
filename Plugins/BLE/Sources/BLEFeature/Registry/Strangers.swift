internal import FeatureKit

/// Senders that speak as beacons do and are not known.
///
/// Anyone can invent them, so only so many are remembered; the one goes that was heard longest ago.
struct Strangers: Sendable {
    static let most = 1_000

    struct Stranger: Sendable, Equatable {
        private(set) var address: Advertisement.Address
        var zone: UInt16
        var mode: Mode
        var staff: UInt32?
        var rssi: Int8?
        var listener: String
        var times: UInt64
        private(set) var first: Duration
        var last: Duration

        init(_ word: SpokenWord, by listener: String, at heard: Duration) {
            (address, zone, mode) = (word.advertisement.address, word.frame.zone, word.frame.mode)
            (staff, rssi, self.listener) = (word.frame.sender.staff, word.advertisement.rssi, listener)
            (times, first, last) = (1, heard, heard)
        }

        /// Takes another word; the address may be said to be of another kind.
        mutating func hear(_ word: SpokenWord, by listener: String, at heard: Duration) {
            (address, zone, mode) = (word.advertisement.address, word.frame.zone, word.frame.mode)
            (staff, rssi) = (word.frame.sender.staff, word.advertisement.rssi)
            if self.listener != listener { self.listener = listener }
            times &+= 1
            (first, last) = (min(first, heard), max(last, heard))
        }
    }

    /// A stranger between the one heard before and the one heard after.
    private struct Link {
        var stranger: Stranger
        var older: Int?
        var newer: Int?
    }

    private var links: [Link] = []
    private var places: [UInt64: Int] = [:]
    private var oldest: Int?
    private var newest: Int?
    /// How many were forgotten because there were too many.
    private(set) var forgotten: UInt64 = 0

    var count: Int { places.count }

    /// All of them, the one heard last first.
    var all: [Stranger] {
        var found: [Stranger] = []
        var place = newest
        while let next = place {
            found.append(links[next].stranger)
            place = links[next].older
        }
        return found
    }

    /// Takes what one of them said.
    mutating func note(_ word: SpokenWord, by listener: String, at heard: Duration) {
        let address = word.advertisement.address
        if let place = places[address.number] {
            links[place].stranger.hear(word, by: listener, at: heard)
            guard newest != place else { return }
            unlink(place)
            link(place)
        } else {
            let stranger = Stranger(word, by: listener, at: heard)
            let place: Int
            if places.count < Self.most {
                place = links.count
                links.append(Link(stranger: stranger))
            } else if let first = oldest {
                place = first
                places[links[place].stranger.address.number] = nil
                forgotten += 1
                unlink(place)
                links[place].stranger = stranger
            } else {
                return
            }
            places[address.number] = place
            link(place)
        }
    }

    /// Forgets one that is known from now on.
    mutating func forget(_ address: UInt64) {
        guard let place = places.removeValue(forKey: address) else { return }
        unlink(place)
        // The last one moves into the place that is free.
        let last = links.count - 1
        if place != last {
            let moved = links[last]
            links[place] = moved
            places[moved.stranger.address.number] = place
            if let older = moved.older { links[older].newer = place } else { oldest = place }
            if let newer = moved.newer { links[newer].older = place } else { newest = place }
        }
        links.removeLast()
    }

    private mutating func link(_ place: Int) {
        links[place].older = newest
        links[place].newer = nil
        if let newest { links[newest].newer = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (links[place].older, links[place].newer)
        if let older { links[older].newer = newer } else { oldest = newer }
        if let newer { links[newer].older = older } else { newest = older }
    }
}
