/// An event as it is sent: encoded once for all clients.
struct Event: Sendable {
    /// Its number in its feed, from 1.
    let number: UInt64
    /// The event as a chunk.
    let bytes: [UInt8]
    /// The event without chunk framing, for clients that support no chunks.
    let plain: Range<Int>
    /// Whether it is the last event of its feed.
    let isLast: Bool

    /// Encodes an event.
    ///
    /// - Parameter id: The id that a client sends when it reconnects.
    init(number: UInt64, id: String, _ text: EventText, isLast: Bool = false) {
        self.init(number: number, idLine: Array("id: \(id)\n".utf8), text, isLast: isLast)
    }

    /// Encodes a last event for one client, which its feed does not have.
    init(_ text: EventText) { self.init(number: 0, idLine: [], text, isLast: true) }

    /// Encodes an event without an id, which leaves a client's position in the feed as it was.
    init(passing text: EventText) { self.init(number: 0, idLine: [], text, isLast: false) }

    private init(number: UInt64, idLine: [UInt8], _ text: EventText, isLast: Bool) {
        let size = Array("\(String(idLine.count + text.bytes.count, radix: 16))\r\n".utf8)
        plain = size.count..<(size.count + idLine.count + text.bytes.count)
        bytes = size + idLine + text.bytes + Array("\r\n".utf8)
        self.number = number
        self.isLast = isLast
    }
}

/// An encoded event: its name, its data, and the empty line that ends it.
struct EventText: Sendable {
    let bytes: [UInt8]

    /// Encodes them so that no data can end the event or begin another field.
    init(_ name: String, _ data: [UInt8]) {
        var bytes = Array("event: ".utf8)
        for byte in name.utf8 { bytes.append(Self.endsLine(byte) ? UInt8(ascii: " ") : byte) }
        bytes.append(UInt8(ascii: "\n"))
        bytes.reserveCapacity(bytes.count + data.count + 8)
        // Each line of data becomes a field of its own; the client joins them again.
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            bytes += "data: ".utf8
            bytes += line.contains(UInt8(ascii: "\r")) ? ArraySlice(line.map { Self.endsLine($0) ? 0x20 : $0 }) : line
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append(UInt8(ascii: "\n"))
        self.bytes = bytes
    }

    private static func endsLine(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 0
    }
}
