/// Something that a stream of server-sent events told.
package struct ServerEvent: Sendable, Equatable {
    /// The event's name; `message` where it has none.
    package let name: String
    package let data: String
    package let id: String?

    package init(_ name: String, _ data: String, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }
}

/// Reads server-sent events out of bytes, however they are cut.
package struct EventReader: Sendable {
    /// The most bytes of one event.
    private let most: Int
    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var name: String?
    private var data: [String] = []
    private var dataBytes = 0
    private var id: String?

    package init(most: Int = 16 * 1024 * 1024) { self.most = most }

    /// Takes the next bytes, and says which events are complete; one that never ends is none.
    package mutating func read(_ bytes: [UInt8]) throws(ReplyFault) -> [ServerEvent] {
        var events: [ServerEvent] = []
        var rest = bytes[...]
        while let first = rest.first {
            // A line's end that is cut in two is one.
            if endedWithReturn, first == 10 { rest = rest.dropFirst() }
            endedWithReturn = false
            let text = rest.prefix { $0 != 10 && $0 != 13 }
            guard line.count + dataBytes + text.count <= most else { throw .eventTooLarge(most: most) }
            line += text
            rest = rest[text.endIndex...]
            guard let end = rest.popFirst() else { break }
            endedWithReturn = end == 13
            if let event = takeLine() { events.append(event) }
        }
        return events
    }

    private mutating func takeLine() -> ServerEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return takeEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == 32 { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        // Without a name before the colon it is a comment: a sign of life.
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = text
        case "id": id = text
        case "data":
            data.append(text)
            dataBytes += value.count + 1
        default: break
        }
        return nil
    }

    private mutating func takeEvent() -> ServerEvent? {
        defer {
            (name, data, dataBytes) = (nil, [], 0)
        }
        return data.isEmpty ? nil : ServerEvent(name ?? "message", data.joined(separator: "\n"), id: id)
    }
}
