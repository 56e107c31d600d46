/// Which stored jobs come next: those of one key one after the other, in the order in which they were enqueued.
struct JobLines {
    private struct Place {
        let id: String
        let due: Timestamp
        let until: Timestamp
    }

    private var lines: [String: ArraySlice<Place>] = [:]
    private var known: Set<String> = []
    /// Jobs that were enqueued or changed while they stood in a line: looked at once more, since one that has just ended may
    /// have been enqueued again.
    private var changed: Set<String> = []

    var count: Int { known.count }

    /// Puts a job at the end of its key's line.
    ///
    /// - Returns: When the line's first job is due, where that is this one.
    mutating func add(_ id: String, key: String, due: Timestamp, until: Timestamp) -> Timestamp? {
        guard known.insert(id).inserted else {
            changed.insert(id)
            return nil
        }
        lines[key, default: []].append(Place(id: id, due: due, until: until))
        return lines[key]?.count == 1 ? due : nil
    }

    /// The job of a key that comes next, and when it is no longer worth doing.
    func first(of key: String) -> (id: String, until: Timestamp)? { lines[key]?.first.map { ($0.id, $0.until) } }

    /// Takes out the first job of a key.
    ///
    /// - Returns: When the one after it is due.
    mutating func removeFirst(of key: String) -> Timestamp? {
        guard let removed = lines[key]?.popFirst() else { return nil }
        if changed.remove(removed.id) != nil {
            lines[key, default: []].append(removed)
        } else {
            known.remove(removed.id)
        }
        guard let next = lines[key]?.first else {
            lines[key] = nil
            return nil
        }
        return next.due
    }
}
