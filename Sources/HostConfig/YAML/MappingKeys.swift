/// Finds the keys of a mapping that were there before: among few by walking, among many in a table.
struct MappingKeys {
    /// How many are walked through.
    private static let few = 12
    private var places: [String: Mark] = [:]

    /// The place where a key stands first; nil where it is new.
    ///
    /// - Parameter entries: All those before it, of the same mapping each time.
    mutating func first(_ key: String, among entries: ArraySlice<Node.Entry>) -> Mark? {
        guard entries.count > Self.few else { return entries.first { $0.key == key }?.keyMark }
        if places.isEmpty {
            places = Dictionary(entries.map { ($0.key, $0.keyMark) }) { first, _ in first }
        } else if let last = entries.last, places[last.key] == nil {
            places[last.key] = last.keyMark
        }
        return places[key]
    }
}
