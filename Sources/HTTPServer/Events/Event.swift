/// An event as it is sent: written once, whoever gets it.
struct Event: Sendable {
    /// Which one of its feed's it is, from 1.
    let number: UInt64
    /// The event as a chunk.
    let bytes: [UInt8]
    /// The event itself, for clients that know no chunks.
    let plain: Range<Int>
    /// Whether its feed has ended with it.
    let isLast: Bool

    /// Writes an event down.
    ///
    /// - Parameter id: What a client says when it comes back.
    init(number: UInt64, id: String, _ text: EventText, isLast: Bool = false) {
        self.init(number: number, idLine: Array("id: \(id)\n".utf8), text, isLast: isLast)
    }

    /// Writes the last event of one client down, which its feed knows nothing of.
    init(_ text: EventText) { self.init(number: 0, idLine: [], text, isLast: true) }

    /// Writes an event without an id down, with which whoever reads it stays where they were.
    init(passing text: EventText) { self.init(number: 0, idLine: [], text, isLast: false) }

    private init(number: UInt64, idLine: [UInt8], _ text: EventText, isLast: Bool) {
        let size = Array("\(String(idLine.count + text.bytes.count, radix: 16))\r\n".utf8)
        plain = size.count..<(size.count + idLine.count + text.bytes.count)
        bytes = size + idLine + text.bytes + Array("\r\n".utf8)
        self.number = number
        self.isLast = isLast
    }
}

/// What an event says, as it is written: its name, its data, and the empty line that ends it.
struct EventText: Sendable {
    let bytes: [UInt8]

    /// Writes them so that no data can end the event or begin a field.
    init(_ name: String, _ data: [UInt8]) {
        var bytes = Array("event: ".utf8)
        for byte in name.utf8 { bytes.append(Self.endsLine(byte) ? UInt8(ascii: " ") : byte) }
        bytes.append(UInt8(ascii: "\n"))
        bytes.reserveCapacity(bytes.count + data.count + 8)
        // Every line of data is a field of its own, which the client puts together again.
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
