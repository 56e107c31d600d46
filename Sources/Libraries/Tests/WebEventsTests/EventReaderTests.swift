import Testing

@testable import WebEvents

/// Server-sent events as their specification has them.
@Suite struct EventReaderTests {
    /// What is said, and the pieces that come of it: `name|data`, `:` for a heartbeat, `retry`.
    static let table: [(String, [String])] = [
        ("data: a\n\n", ["|a"]),
        ("data:a\r\rdata: b\r\n\r\n", ["|a", "|b"]),
        ("data: a\ndata\ndata:  b\n\n", ["|a\n\n b"]),
        ("event: TrackStatus\ndata: {}\n\ndata: 2\n\n", ["TrackStatus|{}", "|2"]),
        (":\n: hello\ndata: a\n\n", [":", ":", "|a"]),
        ("\u{FEFF}data: a\n\n", ["|a"]),
        // Only at the beginning.
        ("data: a\n\n\u{FEFF}data: b\n\n", ["|a"]),
        // What is not ended does not count.
        ("data: a\n\ndata: b\n", ["|a"]),
        ("data: a\n\ndata: b", ["|a"]),
        ("data\n\n", []),
        ("data:\n\n", []),
        ("event: x\n\ndata: a\n\n", ["|a"]),
        ("retry: 250\nretry: 1s\nretry: -1\nretry:\nretry: 9999999999\n\n", ["retry 0.25 seconds"]),
        ("dataa: x\nDATA: x\n data: x\nnothing\n\n", []),
        ("data: é\u{1F3C1}\r\n\r\n", ["|é\u{1F3C1}"]),
    ]

    @Test(arguments: table.indices) func `events are what they are`(index: Int) throws {
        var reader = EventReader()
        let pieces = try reader.read(Array(Self.table[index].0.utf8))
        #expect(pieces.map(short) == Self.table[index].1)
    }

    /// Wherever a network cuts, in the midst of a letter and between CR and LF, the same comes out.
    @Test(arguments: table.indices) func `where it is cut does not matter`(index: Int) throws {
        let bytes = Array(Self.table[index].0.utf8)
        for cut in 0...bytes.count {
            for second in cut...bytes.count {
                var reader = EventReader()
                var pieces = try reader.read(Array(bytes[..<cut]))
                pieces += try reader.read(Array(bytes[cut..<second]))
                pieces += try reader.read(Array(bytes[second...]))
                #expect(pieces.map(short) == Self.table[index].1, "\(cut), \(second)")
            }
        }
    }

    @Test func `noise is cut anywhere, too`() throws {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("data: event:id retry:\n\n\r\r:x1\u{E9}".utf8)
        for _ in 0..<300 {
            let bytes = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            var whole = EventReader()
            let expected = try whole.read(bytes)
            var cut = EventReader()
            var pieces: [EventReader.Piece] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...7, using: &random)
                pieces += try cut.read(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(pieces == expected && cut.lastID == whole.lastID, "\(bytes)")
        }
    }

    @Test func `an id counts once its event is whole, and stays`() throws {
        var reader = EventReader()
        _ = try reader.read(Array("id: 7\ndata: a\n".utf8))
        #expect(reader.lastID.isEmpty)
        _ = try reader.read(Array("\ndata: b\n\n".utf8))
        #expect(reader.lastID == "7")
        // What would break out of a head, or fill it, is not sent back.
        _ = try reader.read(
            Array("id: a\u{0}b\ndata: c\n\nid: \(String(repeating: "x", count: 1_025))\ndata: d\n\n".utf8))
        #expect(reader.lastID == "7")
        _ = try reader.read(Array("id\ndata: e\n\n".utf8))
        #expect(reader.lastID.isEmpty)
    }

    @Test func `an event has an end`() throws {
        let line = [UInt8](repeating: 0x61, count: 1_000)
        var endless = EventReader()
        #expect(throws: EventReader.TooLarge()) { for _ in 0..<1_000 { _ = try endless.read(line) } }
        var lines = EventReader()
        #expect(throws: EventReader.TooLarge()) {
            for _ in 0..<1_000 { _ = try lines.read(Array("data: ".utf8) + line + [10]) }
        }
        // Many that are small are as many as they like.
        var many = EventReader()
        for _ in 0..<1_000 { _ = try many.read(Array("data: ".utf8) + line + [10, 10]) }
        var largest = EventReader()
        let room = EventReader.mostBytes - "data:".utf8.count
        #expect(try largest.read(Array("data:".utf8) + [UInt8](repeating: 0x61, count: room) + [10, 10]).count == 1)
    }

    private func short(_ piece: EventReader.Piece) -> String {
        switch piece {
        case .heartbeat: ":"
        case .retry(let duration): "retry \(duration)"
        case .event(let event): "\(event.name)|\(String(decoding: event.data, as: UTF8.self))"
        }
    }
}
