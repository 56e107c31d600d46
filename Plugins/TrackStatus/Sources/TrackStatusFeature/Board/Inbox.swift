internal import BLEContracts
internal import FeatureKit

/// The sightings that nobody has looked at yet: of each sender in each zone the last one, and an evacuation before it.
///
/// Reading the topic is only putting them here, so that its buffer does not fill up and an evacuation among tens of
/// thousands of sightings is neither lost nor late.
struct Inbox {
    private struct Key: Hashable {
        let zone: Int
        let address: String
    }

    private struct Slot {
        var last: Sighting
        var evacuation: Sighting?
        let number: UInt64

        var weight: Int { Mode((evacuation ?? last).mode).severity }
    }

    /// So many senders; beyond them the least severe is left out and counted.
    static let most = 8_192

    private var slots: [Key: Slot] = [:]
    private var number: UInt64 = 0
    private var evacuations = 0
    /// How many slots there are of each weight, so that a flood of equals is refused without a search.
    private var counts = [Int](repeating: 0, count: Mode.allCases.count)
    private(set) var displaced: UInt64 = 0

    var isEmpty: Bool { slots.isEmpty }
    var count: Int { slots.count }

    /// Takes a sighting in; whether somebody has to look at it soon.
    mutating func put(_ sighting: Sighting) -> Bool {
        let isUrgent = sighting.mode == .evacuation
        let key = Key(zone: sighting.zone, address: sighting.address)
        let weight = Mode(sighting.mode).severity
        let wasEmpty = slots.isEmpty
        number += 1
        let last = slots[key]
        guard last != nil || slots.count < Self.most || makeRoom(for: weight) else { return false }
        var slot = last ?? Slot(last: sighting, number: number)
        if let last { counts[last.weight] -= 1 }
        if isUrgent, slot.evacuation == nil { evacuations += 1 }
        if isUrgent { slot.evacuation = sighting }
        slot.last = sighting
        slots[key] = slot
        counts[slot.weight] += 1
        return wasEmpty || isUrgent
    }

    private mutating func makeRoom(for weight: Int) -> Bool {
        displaced += 1
        guard counts[..<weight].contains(where: { $0 > 0 }), let less = slots.first(where: { $0.value.weight < weight })
        else { return false }
        slots[less.key] = nil
        counts[less.value.weight] -= 1
        return true
    }

    /// Takes out what so many senders said: evacuations first, then who has waited longest.
    mutating func take(_ most: Int) -> [Sighting] {
        var all = Array(slots)
        if evacuations > 0, all.count > most { all.removeAll { $0.value.evacuation == nil } }
        all.sort { $0.value.number < $1.value.number }
        let taken = evacuations > 0 ? all : Array(all.prefix(most))
        for (key, slot) in taken {
            slots[key] = nil
            counts[slot.weight] -= 1
        }
        evacuations = 0
        return taken.flatMap { _, slot in
            slot.evacuation.map { $0 == slot.last ? [$0] : [$0, slot.last] } ?? [slot.last]
        }
    }
}
