internal import FeatureKit
internal import Geography
internal import TextSearch

/// Where a page of a search ended: what the last bar was ordered by, so that whatever comes and goes shifts nothing.
///
/// As a text it is the digest of the search, the name or the distance in hexadecimal, and the id.
enum SearchCursor: Equatable, Sendable {
    case name(NameIndex.Key)
    case distance(GeoIndex.Key)

    /// Reads the text that came back; nil where it is none of this search.
    init?(_ text: String, of question: SearchQuestion) {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == String(question.digest, radix: 16) else { return nil }
        if question.point != nil {
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

    /// The text of the cursor for a search.
    func text(of question: SearchQuestion) -> String {
        let digest = String(question.digest, radix: 16)
        switch self {
        case .name(let key):
            let digits = key.name.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\(digest)-\(digits)-\(key.id)"
        case .distance(let key): return "\(digest)-\(String(key.distance.bitPattern, radix: 16))-\(key.id)"
        }
    }
}
