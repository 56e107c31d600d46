internal import FeatureKit

/// What was sighted and nobody has looked at yet: of each sender in each zone the last word, and the worst one before
/// it.
///
/// Whoever reads the topic only puts words here, so that the topic's buffer does not fill, and a single evacuation among
/// tens of thousands of sightings is neither lost nor late.
struct Inbox {
    struct Key: Hashable {
        let zone: Int
        let address: String
    }

    private struct Slot {
        var last: Sighted
        /// Where that is worse than the last.
        var worst: Sighted?
        let place: Int

        var severity: Mode { Mode((worst ?? last).mode) }
    }

    /// Senders at once; beyond them the least severe is left out.
    static let most = 8_192

    private var slots: [Key: Slot] = [:]
    /// How many slots there are of each severity, so that a flood of equals is turned away without a look at each.
    private var counts: [Mode: Int] = [:]
    private var place = 0
    /// Those of which an evacuation is to be heard.
    private var urgent: Set<Key> = []
    /// How many words found no room.
    private(set) var displaced: UInt64 = 0

    var isEmpty: Bool { slots.isEmpty }
    var isUrgent: Bool { !urgent.isEmpty }
    var count: Int { slots.count }

    /// Puts a word in.
    ///
    /// - Returns: Whether somebody has to be told that there is something.
    mutating func put(_ sighted: Sighted) -> Bool {
        let key = Key(zone: sighted.zone, address: sighted.address)
        let wakes = slots.isEmpty || (sighted.mode == .evacuation && urgent.isEmpty)
        if var slot = slots[key] {
            let worst = slot.worst ?? slot.last
            counts[slot.severity, default: 0] -= 1
            slot.worst = Mode(sighted.mode) < Mode(worst.mode) ? worst : nil
            slot.last = sighted
            counts[slot.severity, default: 0] += 1
            slots[key] = slot
        } else {
            guard slots.count < Self.most || makeRoom(for: Mode(sighted.mode)) else { return false }
            slots[key] = Slot(last: sighted, worst: nil, place: place)
            counts[Mode(sighted.mode), default: 0] += 1
            place += 1
        }
        if sighted.mode == .evacuation { urgent.insert(key) }
        return wakes
    }

    private mutating func makeRoom(for mode: Mode) -> Bool {
        displaced += 1
        guard counts.contains(where: { $0.key < mode && $0.value > 0 }),
            let (other, slot) = slots.first(where: { $0.value.severity < mode })
        else { return false }
        counts[slot.severity, default: 0] -= 1
        slots[other] = nil
        return true
    }

    /// Takes out so many senders' words: evacuations first, then in the order in which the senders came.
    mutating func take(_ most: Int) -> [Sighted] {
        guard !slots.isEmpty else { return [] }
        var taken: [Slot]
        if !urgent.isEmpty {
            taken = urgent.compactMap { slots.removeValue(forKey: $0) }
            urgent = []
        } else if slots.count <= most {
            taken = Array(slots.values)
            slots.removeAll(keepingCapacity: true)
        } else {
            let keys = slots.keys.prefix(most)
            taken = keys.compactMap { slots[$0] }
            for key in Array(keys) { slots[key] = nil }
        }
        if !slots.isEmpty { for slot in taken { counts[slot.severity, default: 0] -= 1 } } else { counts = [:] }
        taken.sort { $0.place < $1.place }
        return taken.flatMap { slot in [slot.worst, slot.last].compactMap(\.self) }
    }
}
