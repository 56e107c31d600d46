@_spi(Hosting) internal import FeatureKit
internal import JSON

/// How a record is written: a line of JSON that begins with its number and the hash of the record before, and ends with
/// its own hash.
///
/// That is the SHA-256 of the hash before, as it is written, and of the line without its last 75 bytes,
/// `,"hash":"…"}`. Checking a file takes no more than that.
enum AuditLine {
    /// The hash that the first record of all follows.
    static let nothing = String(repeating: "0", count: 64)
    private static let start = Array("{\"number\":".utf8)
    private static let middle = Array(",\"previous\":\"".utf8)
    private static let hashStart = Array(",\"hash\":\"".utf8)
    private static let hashEnd = Array("\"}".utf8)
    private static let digits = 64
    /// The length of the end of a line that is not hashed.
    static let tail = hashStart.count + digits + hashEnd.count

    /// The place of a line in the chain, as the line states it.
    struct Place: Equatable {
        let number: Int
        let previous: String
        let hash: String
    }

    /// Makes a line, with its line break, and its hash.
    static func write(_ members: Members, number: Int, after previous: String) -> (bytes: [UInt8], hash: String) {
        var all: Members = ["number": .integer(Int64(number)), "previous": .text(previous)]
        for (name, value) in members { all[name] = value }
        let body = Array(Value.object(all).json.utf8.dropLast())
        let hash = hash(of: body[...], after: previous)
        return (body + hashStart + Array(hash.utf8) + hashEnd + [UInt8(ascii: "\n")], hash)
    }

    /// The place that a line states, whether it is right or not; nil if it is no record.
    ///
    /// - Parameter line: Without its line break.
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

    // MARK: - Content

    /// A record's members; nil if it is no JSON.
    static func members(_ line: some Collection<UInt8>) -> Value? { try? Value(json: Array(line), limits: .none) }

    /// The newest revision that had a record when this one was written.
    static func through(_ line: some Collection<UInt8>) -> Int? {
        if case .integer(let number)? = members(line)?["through"] { Int(number) } else { nil }
    }

    /// The break of the chain, or the mismatch with the history, that a record reports; nil for any other record.
    static func toldBreak(_ line: ArraySlice<UInt8>) -> String? {
        guard tells(.chainBroken, line) || tells(.historyDiffers, line),
            case .text(let what)? = members(line)?["reason"]
        else { return nil }
        return what
    }

    /// Whether a record has this action, without parsing all of it.
    static func tells(_ action: AuditAction, _ line: ArraySlice<UInt8>) -> Bool { self.action(line) == action }

    /// The action of a record, which follows the time, without parsing all of it.
    static func action(_ line: ArraySlice<UInt8>) -> AuditAction? {
        let head = line.dropFirst(start.count).drop { $0 != UInt8(ascii: ",") }.dropFirst(middle.count + digits + 1)
        guard head.starts(with: time) else { return nil }
        let rest = head.dropFirst(time.count).drop { $0 != UInt8(ascii: "\"") }
        guard rest.starts(with: actionStart) else { return nil }
        return AuditAction(
            String(decoding: rest.dropFirst(actionStart.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
    }

    private static let time = Array(",\"at\":\"".utf8)
    private static let actionStart = Array("\",\"deed\":\"".utf8)
}
