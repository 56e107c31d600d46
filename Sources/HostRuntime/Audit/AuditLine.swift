@_spi(Hosting) internal import FeatureKit
internal import JSON

/// How a record is written: a line of JSON that begins with its number and the hash of the record before, and ends with
/// its own hash.
///
/// That is the SHA-256 of the hash before, as it is written, and of the line without its last 75 bytes,
/// `,"hash":"…"}`. Whoever wants to check a file needs no more than that.
enum AuditLine {
    /// What the first record of all follows.
    static let nothing = String(repeating: "0", count: 64)
    private static let start = Array("{\"number\":".utf8)
    private static let middle = Array(",\"previous\":\"".utf8)
    private static let hashStart = Array(",\"hash\":\"".utf8)
    private static let hashEnd = Array("\"}".utf8)
    private static let digits = 64
    /// What of the line its hash is not taken of.
    static let tail = hashStart.count + digits + hashEnd.count

    /// What a line says of its place.
    struct Place: Equatable {
        let number: Int
        let previous: String
        let hash: String
    }

    /// Writes a line, with its end, and what its hash is.
    static func write(_ members: Members, number: Int, after previous: String) -> (bytes: [UInt8], hash: String) {
        var all: Members = ["number": .integer(Int64(number)), "previous": .text(previous)]
        for (name, value) in members { all[name] = value }
        let body = Array(Value.object(all).json.utf8.dropLast())
        let hash = hash(of: body[...], after: previous)
        return (body + hashStart + Array(hash.utf8) + hashEnd + [UInt8(ascii: "\n")], hash)
    }

    /// What a line says of its place, whether it is true or not; nil where it is no record.
    ///
    /// - Parameter line: Without its end.
    static func place(_ line: ArraySlice<UInt8>) -> Place? {
        guard line.count > tail, line.starts(with: start) else { return nil }
        let digits = line.dropFirst(start.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.first != UInt8(ascii: "0"), let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let rest = line[digits.endIndex...]
        guard rest.starts(with: middle), let previous = digest(rest.dropFirst(middle.count).prefix(Self.digits)),
            rest.dropFirst(middle.count + Self.digits).first == UInt8(ascii: "\"")
        else { return nil }
        let end = line.suffix(tail)
        guard end.starts(with: hashStart), end.suffix(hashEnd.count).elementsEqual(hashEnd),
            let hash = digest(end.dropFirst(hashStart.count).prefix(Self.digits))
        else { return nil }
        return Place(number: number, previous: previous, hash: hash)
    }

    /// The hash that a line should have.
    static func hash(of line: ArraySlice<UInt8>, at place: Place) -> String {
        hash(of: line.dropLast(tail), after: place.previous)
    }

    private static func hash(of body: ArraySlice<UInt8>, after previous: String) -> String {
        SHA256.hexDigest(of: Array(previous.utf8) + body)
    }

    private static func digest(_ bytes: ArraySlice<UInt8>) -> String? {
        let isDigest = bytes.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        guard bytes.count == digits, isDigest else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - What stands between

    /// A record's members; nil where it is no JSON.
    static func members(_ line: some Collection<UInt8>) -> Value? { try? Value(json: Array(line), limits: .none) }

    /// The newest revision that has a record by then.
    static func through(_ line: some Collection<UInt8>) -> Int? {
        if case .integer(let number)? = members(line)?["through"] { Int(number) } else { nil }
    }

    /// Which break of the chain, or which disagreement with the history, a record tells of; nil where it tells of
    /// something else.
    static func toldBreak(_ line: ArraySlice<UInt8>) -> String? {
        guard tells(.chainBroken, line) || tells(.historyDiffers, line),
            case .text(let what)? = members(line)?["reason"]
        else { return nil }
        return what
    }

    /// Whether a record tells of some kind of thing, without reading all of it.
    static func tells(_ deed: Deed, _ line: ArraySlice<UInt8>) -> Bool { self.deed(line) == deed }

    /// What kind of thing a record tells of, without reading all of it: the deed follows the time.
    static func deed(_ line: ArraySlice<UInt8>) -> Deed? {
        let head = line.dropFirst(start.count).drop { $0 != UInt8(ascii: ",") }.dropFirst(middle.count + digits + 1)
        guard head.starts(with: time) else { return nil }
        let rest = head.dropFirst(time.count).drop { $0 != UInt8(ascii: "\"") }
        guard rest.starts(with: deedStart) else { return nil }
        return Deed(
            String(decoding: rest.dropFirst(deedStart.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
    }

    private static let time = Array(",\"at\":\"".utf8)
    private static let deedStart = Array("\",\"deed\":\"".utf8)
}
