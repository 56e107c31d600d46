/// One server-sent event.
public struct WebEvent: Equatable, Sendable {
    /// What kind it is; empty where the server does not say.
    public let name: String
    /// Its lines, with a line feed between them.
    public let data: [UInt8]
}

/// Reads server-sent events from bytes, wherever those are cut.
public struct EventReader {
    /// The most that one event, or one line, may have.
    public static let mostBytes = 256 * 1024
    /// The longest id that is sent back.
    private static let longestID = 1_024
    /// The most digits of a pause before the next connection.
    private static let mostDigits = 9

    /// An event or a line has more than `mostBytes`.
    public struct TooLarge: Error, Equatable {}

    /// What a stream consists of.
    public enum Piece: Equatable, Sendable {
        case event(WebEvent)
        /// A comment, which says only that the server is there.
        case heartbeat
        /// How long to wait before the next connection.
        case retry(Duration)
    }

    /// The id of the last whole event that had one.
    public private(set) var lastID = ""

    private var line: [UInt8] = []
    private var hasReturned = false
    private var isFirstLine = true
    private var name: [UInt8] = []
    private var id: String?
    private var data: [UInt8] = []
    private var hasData = false

    /// Makes a reader for one connection.
    public init() {}

    /// Reads the next bytes, and returns the pieces that end in them.
    public mutating func read(_ bytes: [UInt8]) throws(TooLarge) -> [Piece] {
        var pieces: [Piece] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where hasReturned: hasReturned = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                hasReturned = byte == UInt8(ascii: "\r")
                if let piece = endLine() { pieces.append(piece) }
            default:
                hasReturned = false
                guard line.count + data.count < Self.mostBytes else { throw TooLarge() }
                line.append(byte)
            }
        }
        return pieces
    }

    private mutating func endLine() -> Piece? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        if colon == line.startIndex { return .heartbeat }
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "data":
            if hasData { data.append(UInt8(ascii: "\n")) }
            hasData = true
            data += value
        case "event": name = Array(value)
        case "id":
            // It is sent back in a field of the head, which holds no control characters.
            let isFit = value.count <= Self.longestID && value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            if isFit { id = String(decoding: value, as: UTF8.self) }
        case "retry":
            let digits = String(decoding: value, as: UTF8.self)
            guard !value.isEmpty, value.count <= Self.mostDigits,
                value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let milliseconds = Int(digits)
            else { return nil }
            return .retry(.milliseconds(milliseconds))
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> Piece? {
        defer {
            name.removeAll()
            data.removeAll()
            hasData = false
            id = nil
        }
        if let id { lastID = id }
        // An event whose data is one empty line says as little as one without.
        guard !data.isEmpty else { return nil }
        return .event(WebEvent(name: String(decoding: name, as: UTF8.self), data: data))
    }
}
