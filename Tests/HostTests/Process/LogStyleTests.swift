import Foundation
import HostConfig
import TestSupport
import Testing

/// How the log looks, for machines and for people.
@Suite(.timeLimit(.minutes(2)))
struct LogStyleTests {
    @Test func `without a terminal every line but the readiness line is a JSON object`() async throws {
        let folder = try TestFolder.withDocument()
        let before = Date.now
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
            _ = try await host.errors.first(within: HostProcess.limit) { _ in nil as Void? }
            let others = host.errors.lines.filter { !$0.hasPrefix("{") }
            #expect(others.count == 1 && others[0].hasPrefix("flagstand: ready in "))
            for line in host.errors.lines where line.hasPrefix("{") {
                let members = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
                // The order, too, is the same on each line.
                let start = #/\{"time":"[^"]+","level":"(info|warning|error)","feature":"[a-z]+","message":"[^"]+"[,}]/#
                #expect(line.prefixMatch(of: start) != nil, "\(line)")
                let time = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(members["time"] ?? "")
                #expect((before.addingTimeInterval(-1)...Date.now).contains(time), "\(line)")
            }
            let states = host.records.filter { $0.message == "feature state" }
            #expect(states.allSatisfy { Set($0.fields.keys).isSuperset(of: ["id", "state"]) })
        }
    }

    @Test func `on a terminal it is text with colours, and a document can't move the cursor`() async throws {
        let folder = try TestFolder.withDocument()
        let text = try await Terminal.run(folder.run()) { host, shown in
            try await expect("flagstand: ready in", in: shown)
            // A name that would ring, turn the text red and go to the line's start.
            try folder.write("plugins.yaml", "features: { \"x\\a\\e[31m\\r\": {} }\n")
            try await expect("document refused", in: shown)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
        let escape = "\u{1B}"
        #expect(text.contains("\(escape)[32minfo\(escape)[0m  host  feature state  id=ble state=active"))
        #expect(text.contains("\(escape)[31merror\(escape)[0m host  plugins.yaml:1:13: error: unknown feature"))
        let plain = text.replacing(/\u{1B}\[\d+m(\w+)\u{1B}\[0m/) { $0.1 }
        #expect(controls(in: plain) == [])
        let times = plain.split(whereSeparator: \.isNewline).filter {
            $0.prefixMatch(of: #/\d\d:\d\d:\d\d\.\d\d\d /#) == nil
        }
        #expect(times.count == 1 && times.first?.hasPrefix("flagstand: ready in ") == true)
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
    func `without colours there is nothing but text`(environment: [String: String]) async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.environment.merge(environment) { $1 }
        let text = try await Terminal.run(command) { host, shown in
            try await expect("flagstand: ready in", in: shown)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
        #expect(controls(in: text) == [])
        #expect(text.contains(" info  host  stopping  because=\"SIGTERM from pid \(getpid())\""))
    }

    private func expect(_ text: String, in shown: LineStream, at place: SourceLocation = #_sourceLocation) async throws
    {
        let found = try await shown.first(within: HostProcess.limit) { lines in lines.first { $0.contains(text) } }
        try #require(found != nil, "never shown: \(text)\n\(shown.text)", sourceLocation: place)
    }

    /// The control characters in a text but for the ends of its lines, which a terminal makes of two characters.
    private func controls(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r" }
    }
}
