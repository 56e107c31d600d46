import Glibc
import Harness
import WebEvents

/// A stream of events, cut in pieces of any length, says the same as when it comes at once, and keeps its limits.
@main enum EventsHarness {
    static func main() { exit(fuzz(read)) }
}

/// The first byte says how it is cut, the rest is the stream.
private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let cut = bytes.first.map({ Int($0) % 7 + 1 }) else { return 0 }
    let stream = bytes.dropFirst()
    var whole = EventReader()
    var parts = EventReader()
    var pieces: [EventReader.Piece] = []
    do {
        let expected = try whole.read(Array(stream))
        var rest = stream
        while !rest.isEmpty {
            pieces += try parts.read(Array(rest.prefix(cut)))
            rest = rest.dropFirst(cut)
        }
        require(pieces == expected, "cut otherwise")
        require(parts.lastID == whole.lastID, "another id")
        require(whole.lastID.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "an id that breaks a head")
        for case .event(let event) in expected {
            require(!event.data.isEmpty && event.data.count < stream.count, "data out of nothing")
            require(
                !event.data.contains(UInt8(ascii: "\r")) && !event.name.contains("\n"), "a line's end within a line")
        }
        for case .retry(let pause) in expected {
            require(pause >= .zero && pause < .seconds(1_000_000), "a long pause")
        }
    } catch { require(false, "\(stream.count) bytes are few") }
    return 0
}
