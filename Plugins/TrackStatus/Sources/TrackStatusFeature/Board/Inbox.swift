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
        /// Evacuations come first, then who has waited longest.
        var rank: (Int, UInt64) { (evacuation == nil ? 1 : 0, number) }
    }

    /// So many senders; beyond them the least severe is left out and counted.
    static let most = 8_192

    private var slots: [Key: Slot] = [:]
    private var number: UInt64 = 0
    /// No slot weighs less than that, so that a flood of equals is refused without a search.
    private var leastWeight = 0
    private(set) var displaced: UInt64 = 0

    var isEmpty: Bool { slots.isEmpty }
    var count: Int { slots.count }

    /// Takes a sighting in; whether somebody has to look at it soon.
    mutating func put(_ sighting: Sighting) -> Bool {
        let key = Key(zone: sighting.zone, address: sighting.address)
        let isUrgent = sighting.mode == .evacuation
        let wasEmpty = slots.isEmpty
        let weight = Mode(sighting.mode).severity
        guard slots[key] != nil || slots.count < Self.most || makeRoom(for: weight) else { return false }
        number += 1
        slots[key, default: Slot(last: sighting, number: number)].last = sighting
        if isUrgent { slots[key]?.evacuation = sighting }
        leastWeight = min(leastWeight, weight)
        return wasEmpty || isUrgent
    }

    private mutating func makeRoom(for weight: Int) -> Bool {
        displaced += 1
        guard leastWeight < weight else { return false }
        guard let less = slots.first(where: { $0.value.weight < weight }) else {
            leastWeight = weight
            return false
        }
        slots[less.key] = nil
        return true
    }

    /// Takes out what so many senders said.
    mutating func take(_ most: Int) -> [Sighting] {
        let taken = slots.sorted { $0.value.rank < $1.value.rank }.prefix(most)
        for (key, _) in taken { slots[key] = nil }
        return taken.flatMap { _, slot in
            slot.evacuation.map { $0 == slot.last ? [$0] : [$0, slot.last] } ?? [slot.last]
        }
    }
}
