/// Server-sent events as they are sent.
enum EventText {
    /// An event with data on one line, as JSON is.
    static func bytes(_ name: String, _ data: [UInt8], id: String? = nil) -> [UInt8] {
        var bytes = Array("\(id.map { "id: \($0)\n" } ?? "")event: \(name)\ndata: ".utf8)
        bytes.append(contentsOf: data)
        bytes.append(contentsOf: [0x0A, 0x0A])
        return bytes
    }
}

/// What events are called.
enum EventName {
    /// The last word of a topic's or a route's name.
    static func of(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
}
