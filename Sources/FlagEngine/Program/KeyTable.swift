/// Where each flag's key is found, by its bytes.
struct KeyTable: Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        var hash: UInt32 = 0
        /// The flag's index; below zero nothing is here.
        var flag: Int32 = -1
        var key = Operand.null
    }

    private let owner: Table<Slot>
    private let slots: TableView<Slot>
    private let mask: Int

    init(_ keys: [Operand], on slate: borrowing Slate) {
        var capacity = 2
        while capacity < keys.count * 2 { capacity *= 2 }
        mask = capacity - 1
        var slots = Array(repeating: Slot(), count: capacity)
        slate.lend { slate in
            for (index, key) in keys.enumerated() {
                let text = unsafe TextRun(slate.bytes.part(from: key.start, count: key.count))
                let hash = NameMark.hash(text)
                var place = Int(truncatingIfNeeded: hash) & (capacity - 1)
                while slots[place].flag >= 0 { place = (place + 1) & (capacity - 1) }
                slots[place] = Slot(hash: UInt32(truncatingIfNeeded: hash >> 32), flag: Int32(index), key: key)
            }
        }
        owner = Table(slots)
        self.slots = owner.view
    }

    @inline(__always)
    func find(_ key: TextRun, on bytes: TableView<UInt8>) -> Int? {
        let hash = NameMark.hash(key)
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[place]
            guard slot.flag >= 0 else { return nil }
            if slot.hash == UInt32(truncatingIfNeeded: hash &>> 32), slot.key.count == key.count,
                unsafe TextRun(bytes.part(from: slot.key.start, count: slot.key.count)).isSame(as: key)
            {
                return Int(slot.flag)
            }
            place = (place &+ 1) & mask
        }
    }
}
