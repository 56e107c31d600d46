@_spi(Hosting) internal import FeatureKit

/// The newest changes of a store, by their versions.
struct MemoryChanges {
    struct Change {
        let version: Int64
        let collection: String
        let id: String
        /// Nil where it was deleted.
        let document: Value?
        let bytes: Int
    }

    private let history = String(UInt64.random(in: 0 ... .max), radix: 16)
    private var kept: ArraySlice<Change> = []
    private var bytes = 0
    /// The version of the newest change that is gone, by collection.
    private var gone: [String: Int64] = [:]

    func token(at version: Int64) -> ChangeToken { ChangeToken(history: history, position: version) }

    /// The version after which a reader goes on; nil where what comes next is gone, or the place is not of this store.
    func position(of token: ChangeToken, in collection: String, newest: Int64) -> Int64? {
        guard let place = token.place, place.history == history, place.position <= newest,
            place.position >= gone[collection] ?? 0
        else { return nil }
        return place.position
    }

    func changes(of collection: String, after position: Int64, most: Int) -> [Change] {
        Array(kept.lazy.filter { $0.version > position && $0.collection == collection }.prefix(most))
    }

    mutating func append(_ changes: [Change], most: Int, mostBytes: Int) {
        for change in changes {
            kept.append(change)
            bytes += change.bytes
        }
        while kept.count > most || (bytes > mostBytes && kept.count > 1), let oldest = kept.popFirst() {
            bytes -= oldest.bytes
            gone[oldest.collection] = oldest.version
        }
    }
}
