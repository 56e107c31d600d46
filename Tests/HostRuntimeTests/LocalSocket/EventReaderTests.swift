import Testing

@testable import HostRuntime

/// Server-sent events, as browsers read them.
@Suite struct EventReaderTests {
    @Test(
        arguments: [
            ("data: a\n\n", [.init("message", "a")]),
            ("event: dropped\ndata: {\"a\":1}\nid: 7\n\n", [.init("dropped", "{\"a\":1}", id: "7")]),
            (
                "event:x\r\ndata:y\r\n\r\ndata: z\r\rdata: 1\n\n",
                [.init("x", "y"), .init("message", "z"), .init("message", "1")]
            ),
            (": alive\n\n:\n\ndata: a\n: b\ndata:  c\n\n", [.init("message", "a\n c")]),
            ("event: nothing\n\ndata\n\n", [.init("message", "")]),
            ("retry: 5\nfoo: bar\nfoo\ndata: ü\n\n", [.init("message", "ü")]),
            ("data: never ends\n", []),
            ("", []),
        ] as [(String, [ServerEvent])])
    func `are the same however they are cut`(text: String, expected: [ServerEvent]) throws {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var reader = EventReader()
            let events = try reader.read(Array(bytes[..<cut])) + reader.read(Array(bytes[cut...]))
            #expect(events == expected, "cut at \(cut)")
        }
    }

    @Test func `have a limit, on one line and on many`() throws {
        for text in [String(repeating: "a", count: 101), String(repeating: "data: 4567\n", count: 30)] {
            var reader = EventReader(most: 100)
            #expect(throws: ReplyFault.eventTooLarge(most: 100)) { try reader.read(Array(text.utf8)) }
        }
        var reader = EventReader(most: 100)
        let events = try reader.read(Array(String(repeating: "data: 4567\n\n", count: 100).utf8))
        #expect(events.count == 100)
    }
}
