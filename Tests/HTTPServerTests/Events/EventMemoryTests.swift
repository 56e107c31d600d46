import Testing

@testable import HTTPServer

/// Which events a feed remembers, and what a client gets first when it connects.
struct EventMemoryTests {
    private func text(_ name: String) -> EventText { EventText(name, []) }

    private func names(_ events: [Event]) -> [String] {
        events.map { event in
            let lines = String(decoding: event.bytes[event.plain], as: UTF8.self).split(separator: "\n")
            return lines.first { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) } ?? ""
        }
    }

    @Test func `an event is written as a chunk around its lines`() {
        let event = Event(number: 3, id: "b-3", EventText("tick", Array(#"{"n":1}"#.utf8)))
        #expect(
            String(decoding: event.bytes, as: UTF8.self)
                == "23\r\nid: b-3\nevent: tick\ndata: {\"n\":1}\n\n\r\n")
        #expect(
            String(decoding: event.bytes[event.plain], as: UTF8.self) == "id: b-3\nevent: tick\ndata: {\"n\":1}\n\n")
        #expect(event.plain.count == 0x23)
    }

    @Test(arguments: [
        ("a", "one\ntwo", "event: a\ndata: one\ndata: two\n\n"),
        ("a\nid: 9", "x\ry\r\n", "event: a id: 9\ndata: x y \ndata: \n\n"),
        ("a", "", "event: a\ndata: \n\n"),
        ("a", "\n\nevent: evil", "event: a\ndata: \ndata: \ndata: event: evil\n\n"),
    ])
    func `no data can begin a field of its own`(_ name: String, _ data: String, _ written: String) {
        #expect(String(decoding: EventText(name, Array(data.utf8)).bytes, as: UTF8.self) == written)
    }

    @Test func `a new client gets only the last state, or nothing`() {
        var memory = EventMemory(boot: 10)
        #expect(names(memory.welcome(after: nil)) == [])
        _ = memory.add(text("news"), as: .event)
        #expect(names(memory.welcome(after: nil)) == [])
        _ = memory.add(text("state 1"), as: .state)
        _ = memory.add(text("state 2"), as: .state)
        _ = memory.add(text("more news"), as: .event)
        #expect(names(memory.welcome(after: nil)) == ["state 2"])
    }

    @Test func `a new client gets the last state of each key`() {
        var memory = EventMemory(boot: 10, most: 2)
        func tell(_ key: String, _ name: String) { _ = memory.add(text(name), as: .state(of: key, most: 2)) }
        tell("a", "a1")
        tell("b", "b1")
        tell("a", "a2")
        #expect(names(memory.welcome(after: nil)) == ["b1", "a2"])
        tell("c", "c1")
        #expect(names(memory.welcome(after: nil)) == ["a2", "c1"])
        _ = memory.add(text("over"), as: .end(of: "a"))
        #expect(names(memory.welcome(after: nil)) == ["c1"])
        #expect(names(memory.welcome(after: "a-1")) == ["gap", "c1"])
        #expect(names(memory.welcome(after: "a-4")) == ["over"])
    }

    @Test func `a client that reconnects gets the events after its last one`() {
        var memory = EventMemory(boot: 10, most: 3)
        for number in 1...5 { _ = memory.add(text("\(number)"), as: .event) }
        #expect(names(memory.welcome(after: "a-5")) == [])
        #expect(names(memory.welcome(after: "a-4")) == ["5"])
        #expect(names(memory.welcome(after: "a-2")) == ["3", "4", "5"])
        // An id that is too old, of another feed, in the future or invalid leads to a gap.
        for id in ["a-1", "a-0", "b-4", "a-6", "a-99999999999999999999", "a--1", "a-", "a", "", "-", "x-y-z", "a-4-"] {
            #expect(names(memory.welcome(after: id)) == ["gap"], "after \(id)")
        }
        let gap = memory.welcome(after: "a-1")[0]
        #expect(
            String(decoding: gap.bytes[gap.plain], as: UTF8.self) == "id: a-5\nevent: gap\ndata: {\"missed\":true}\n\n")
        _ = memory.add(text("state"), as: .state)
        let welcome = memory.welcome(after: "a-1")
        #expect(names(welcome) == ["gap", "state"])
        // A client that disconnects between the two reconnects with the old id and gets both again.
        #expect(welcome.map { String(decoding: $0.bytes[$0.plain], as: UTF8.self).hasPrefix("id: ") } == [false, true])
    }

    @Test func `bytes are bounded as well as numbers`() {
        var memory = EventMemory(boot: 1, most: 100, mostBytes: 1000)
        for _ in 1...50 { _ = memory.add(EventText("e", [UInt8](repeating: 65, count: 70)), as: .event) }
        let kept = memory.welcome(after: "1-40").count
        #expect(kept == 1 || kept == 10)
        #expect(names(memory.welcome(after: "1-30")) == ["gap"])
        // An event larger than the whole limit is kept alone.
        _ = memory.add(EventText("huge", [UInt8](repeating: 65, count: 5000)), as: .event)
        #expect(names(memory.welcome(after: "1-50")) == ["huge"])
        #expect(names(memory.welcome(after: "1-49")) == ["gap"])
    }

    @Test func `after the end only the last event is left`() {
        var memory = EventMemory(boot: 1)
        _ = memory.add(text("state"), as: .state)
        #expect(memory.end(with: text("end"))?.isLast == true)
        #expect(memory.end(with: text("again")) == nil && memory.add(text("more"), as: .state) == nil)
        #expect(names(memory.welcome(after: nil)) == ["end"])
        #expect(names(memory.welcome(after: "1-1")) == ["end"])
        #expect(names(memory.welcome(after: "1-0")) == ["state", "end"])
        #expect(names(memory.welcome(after: "2-0")) == ["gap", "end"])
        // A client that has already received the last event gets nothing more.
        #expect(names(memory.welcome(after: "1-2")) == [])
    }
}
