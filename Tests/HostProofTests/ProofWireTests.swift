import FeatureKit
import HostConfig
import Testing

@testable import HostProof

/// What goes over the pipe.
@Suite struct ProofWireTests {
    @Test(arguments: [
        ProofEvent.planned(
            ProofPlan(
                version: "1.0.0",
                cases: [ProofCase(id: "a", group: "g.yaml", name: "línea\n\u{1B}[31m\"quoted\"")],
                remarks: [.init(isError: true, "x: error: y\n  ^"), .init(isError: false, "")])),
        .planned(ProofPlan(version: nil)), .begins("a"), .ends("a", .passed, .milliseconds(3)),
        .ends("a", .failed("no\nmessage"), .nanoseconds(1)), .done,
    ])
    func `an event is one line and stays what it is`(event: ProofEvent) throws {
        #expect(event.line.last == UInt8(ascii: "\n"))
        #expect(event.line.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(ProofEvent(line: event.line.dropLast()) == event)
    }

    @Test(arguments: [
        "", "told to print", "{}", "[]", "null", #"{"done":false}"#, #"{"begins":1}"#, #"{"ends":"a"}"#,
        #"{"ends":"a","took":"1"}"#, #"{"ends":"a","took":1,"failed":true}"#, #"{"planned":{}}"#,
        #"{"planned":{"version":null,"cases":[{"id":"a"}],"remarks":[]}}"#,
        #"{"planned":{"version":null,"cases":[],"remarks":[{"text":"a"}]}}"#, #"{"stops":"a"}"#,
    ])
    func `whatever else comes is no event`(line: String) {
        #expect(ProofEvent(line: Array(line.utf8)) == nil)
    }

    @Test func `a job stays what it is, bytes that are no text included`() {
        let job = ProofJob(
            feature: "bars", folder: "/plugins/Bars", way: .worker, filter: "a\nb", cycles: 100,
            preflight: .init(
                layers: LayerTexts(
                    local: [SourceText(name: "a.yaml", bytes: Array("a: 1\n".utf8))],
                    remote: SourceText(name: "https://x/y", bytes: [0xFF, 0x00, 0x80], contentType: "text/yaml"),
                    retained: SourceText(name: "kept", bytes: [])),
                flags: ["f": SourceText(name: "f", bytes: [1, 2], contentType: "application/json")],
                folder: "/etc", overrides: ["version": 1]),
            done: ["x", "y"])
        #expect(ProofJob(line: Array(job.line.dropLast())) == job)
        let plain = ProofJob(feature: "bars", folder: "/plugins/Bars")
        #expect(ProofJob(line: Array(plain.line.dropLast())) == plain)
        for text in [
            "", "{}", #"{"feature":"a","folder":"b","cycles":5,"done":[],"preflight":{}}"#,
            #"{"feature":"a","folder":"b","way":"moon","cycles":5,"done":[]}"#,
        ] {
            #expect(ProofJob(line: Array(text.utf8)) == nil)
        }
    }

    @Test func `lines are cut wherever the pieces end, and where they are too long`() {
        var cutter = LineCutter(longest: 4)
        #expect(cutter.lines("a".utf8) == [])
        #expect(cutter.lines("b\n\ncd".utf8) == [Array("ab".utf8), []])
        #expect(cutter.lines("ef\ngh".utf8) == [Array("cdef".utf8)])
        #expect(cutter.lines("ijklmno".utf8) == [Array("ghij".utf8), Array("klmn".utf8)])
        #expect(cutter.lines("\n".utf8) == [Array("o".utf8)])
    }
}
