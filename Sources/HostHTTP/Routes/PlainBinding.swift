@_spi(Hosting) import FeatureKit
import HTTPServer

/// Writes what path and query say as the JSON of a question in one pass, for a type that refuses what its Shape refuses.
///
/// It writes what nearly all requests are made of, and nothing for all others: those `TextBinding` writes, and finds the
/// words for what is wrong. So it never says whether a text fits, only that no text becomes more than one value.
struct PlainBinding: Sendable {
    /// How a text is written.
    private enum Way {
        case quoted
        case integer
        case number
        case boolean

        init?(_ shape: Shape) {
            switch shape.kind {
            case .text, .path, .secret, .choice, .duration, .timestamp: self = .quoted
            case .integer: self = .integer
            case .number: self = .number
            case .boolean: self = .boolean
            default: return nil
            }
        }

        /// Whether a byte can be part of such a value as it is.
        func takes(_ byte: UInt8) -> Bool {
            switch self {
            case .quoted: byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            case .integer: byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
            case .number: byte &- 0x30 < 10 || "-+.eE".utf8.contains(byte)
            case .boolean: byte &- 0x61 < 26
            }
        }
    }

    private struct Member {
        let name: [UInt8]
        let way: Way
        /// What stands before the text and after it.
        let start: [UInt8]
        let end: [UInt8]

        init?(_ field: Field) {
            let list: Shape? = if case .list(let element, _) = field.shape.kind { element } else { nil }
            guard let way = Way(list ?? field.shape) else { return nil }
            let quote = way == .quoted ? "\"" : ""
            self.way = way
            name = Array(field.name.utf8)
            start = Array("\(Value.text(field.name).json):\(list == nil ? "" : "[")\(quote)".utf8)
            end = Array("\(quote)\(list == nil ? "" : "]")".utf8)
        }

        func isNamed(_ query: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
            guard range.count == name.count else { return false }
            for index in name.indices where name[index] != query[range.lowerBound &+ index] { return false }
            return true
        }
    }

    private let members: [Member]
    /// What the path's names stand for, in their order.
    private let path: [Member]

    /// Nil where the Shape has no fields, or a name of the path is none that a text can be written for.
    init?(_ shape: Shape, path names: [String]) {
        guard case .object(let fields) = shape.kind else { return nil }
        let members = fields.compactMap(Member.init)
        let path = names.compactMap { name in members.first { $0.name == Array(name.utf8) } }
        guard path.count == names.count else { return nil }
        self.members = members
        self.path = path
    }

    /// The JSON of what stands in the path and the query; nil where it takes a closer look.
    ///
    /// - Parameters:
    ///   - bound: What the path's names stand for.
    ///   - request: Whose query is read; nil where none is.
    func json(_ bound: [String], queryOf request: Request?) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)
        bytes.append(UInt8(ascii: "{"))
        for (member, text) in zip(path, bound) {
            let isWritten = write(member, into: &bytes) { bytes in
                bytes.append(contentsOf: text.utf8)
                return true
            }
            guard isWritten else { return nil }
        }
        let isWritten = request?.withQuery { query in
            TargetQuery.forEachPair(of: query) { query, name, value in
                for member in members where member.isNamed(query, name) {
                    return write(member, into: &bytes) { TargetQuery.appendDecoded(query, value, to: &$0) }
                }
                return false
            }
        }
        guard isWritten ?? true else { return nil }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Writes a member; false where its text can't stand there as it is.
    private func write(_ member: Member, into bytes: inout [UInt8], _ text: (inout [UInt8]) -> Bool) -> Bool {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: member.start)
        let start = bytes.count
        guard text(&bytes) else { return false }
        for index in start..<bytes.count where !member.way.takes(bytes[index]) { return false }
        // JSON knows a zero with a sign, texts do not.
        if member.way == .integer, bytes[start...].elementsEqual("-0".utf8) { return false }
        bytes.append(contentsOf: member.end)
        return true
    }
}
