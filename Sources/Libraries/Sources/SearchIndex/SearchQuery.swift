public import FeatureKit
internal import Geography
public import TextSearch

/// What somebody looks for in a search index, and where the page begins.
public struct SearchQuery: Sendable {
    /// What the names hold; nil for any name.
    public let name: NamePattern?
    /// The point whose nearest things come first; nil for the order of the names.
    public let point: GeoPoint?
    /// How many metres from the point things may be.
    public let within: Double
    /// How large things have to be at least.
    let size: Int
    /// How many things to find at most.
    public let limit: Int
    let after: SearchCursor?
    let digest: String

    /// Makes a query; nil where the cursor is none that a page of the same query gave.
    ///
    /// - Parameters:
    ///   - size: How large things have to be at least.
    ///   - filter: What else the caller looks for, in any form: a cursor fits the same filter only.
    ///   - after: The cursor of the page before.
    public init?(
        name: NamePattern?, near point: GeoPoint?, within: Double = .infinity, size: Int = 0, filter: String,
        limit: Int, after: String?
    ) {
        (self.name, self.point, self.within, self.size, self.limit) = (name, point, within, size, limit)
        let whole = "\(name?.bytes ?? []);\(point.map { [$0.lat, $0.lon] } ?? []);\(within);\(size);\(filter)"
        // FNV-1a.
        digest = String(
            whole.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }, radix: 16)
        self.after = after.flatMap { [digest] in SearchCursor($0, of: digest, isDistance: point != nil) }
        if after != nil, self.after == nil { return nil }
    }
}

/// Where a page ended: what the last thing was ordered by, so that whatever comes and goes shifts nothing.
///
/// As a text it is the digest of the query, the name or the distance in hexadecimal, and the id.
enum SearchCursor: Equatable, Sendable {
    case name(NameIndex.Key)
    case distance(GeoIndex.Key)

    /// Reads the text that came back; nil where it is none of this query.
    init?(_ text: String, of digest: String, isDistance: Bool) {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == digest else { return nil }
        if isDistance {
            guard let bits = UInt64(parts[1], radix: 16) else { return nil }
            self = .distance(GeoIndex.Key(distance: Double(bitPattern: bits), id: parts[2]))
        } else {
            let digits = Array(parts[1])
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            guard digits.count.isMultiple(of: 2), !bytes.contains(nil) else { return nil }
            self = .name(NameIndex.Key(name: bytes.compactMap(\.self), id: parts[2]))
        }
    }

    /// The text of the cursor for a query.
    func text(of digest: String) -> String {
        switch self {
        case .name(let key):
            let digits = key.name.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\(digest)-\(digits)-\(key.id)"
        case .distance(let key): return "\(digest)-\(String(key.distance.bitPattern, radix: 16))-\(key.id)"
        }
    }
}
