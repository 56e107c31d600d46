/// What goes to the store in one transaction.
struct Write: Equatable {
    /// The second step of a clearing: not tried again by itself.
    struct Clearing: Equatable {
        let ended: Evacuation.Clearing
        let by: String
        let entry: HistoryEntry
    }

    /// The number of what is kept, as `Keeping` counts.
    let version: Int
    var kept: Kept?
    var last: LastSaid?
    var entries: [HistoryEntry] = []
    /// Behind the last of those entries that waited.
    var end = 0
    var reserved: Int?
    var clearing: Clearing?

    var isEmpty: Bool { kept == nil && last == nil && entries.isEmpty && reserved == nil }
}
