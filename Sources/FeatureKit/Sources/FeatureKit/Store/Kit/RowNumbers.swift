extension StoreTransaction {
    /// A number for a new row of a queue, larger than those of all rows before it.
    ///
    /// - Parameters:
    ///   - queue: What tells the queue from the feature's other ones.
    ///   - conditions: What finds its rows.
    ///   - most: How many of them there may be.
    /// - Throws: `full` where there are as many already.
    func nextNumber<Row>(
        of queue: String, in rows: StoredCollection<Row>, where conditions: [StoreCondition] = [], most: Int
    ) throws(StoreError) -> Int {
        // Each write takes a version of the store, and no version is taken twice.
        let version = Int(try token.place?.position ?? 0)
        // So there are no more rows than were counted and versions were taken since.
        if let known = access.counted.withLock({ $0[queue] }), known.count + version - known.version < most {
            return version + 1
        }
        let count = try count(rows, where: conditions)
        guard count < most else { throw .full(access.feature, waiting: most) }
        afterCommit { [access] in access.counted.withLock { $0[queue] = (count, version) } }
        return version + 1
    }
}
