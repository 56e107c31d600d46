import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// The commands that talk to a host, with a local socket that answers from a script.
@Suite(.timeLimit(.minutes(2)))
struct ClientCommandTests {
    typealias Outcome = (exit: HostProcess.Exit, output: String, errors: String)

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.makeFolder(".flagstand")
    }

    private var state: String { folder[".flagstand"] }

    private func command(_ words: [String]) -> HostCommand {
        var command = HostCommand(words)
        command.folder = folder.path
        return command
    }

    /// Runs a command with a host that always gives the same answer.
    private func outcome(
        _ words: String..., answer: FakeHost.Answer
    ) async throws -> (outcome: Outcome, requests: [String]) {
        try await FakeHost.listen(in: state, answering: { _ in answer }) { host in
            let outcome = try await HostProcess.end(of: command(words))
            return (outcome, host.requests)
        }
    }

    private func expect(
        _ result: (outcome: Outcome, requests: [String]), _ code: Int32, output: String = "", errors: String = "",
        asked request: String? = nil, at place: SourceLocation = #_sourceLocation
    ) {
        #expect(result.outcome == (.code(code), output, errors), sourceLocation: place)
        guard let request else { return }
        let asked = result.requests.map { text in
            let parts = text.components(separatedBy: "\r\n\r\n")
            let line = parts[0].components(separatedBy: " HTTP/1.1\r\n")[0]
            return parts[1].isEmpty ? line : "\(line) \(parts[1])"
        }
        #expect(asked == [request], sourceLocation: place)
    }

    // MARK: - Nobody there

    @Test(arguments: [
        ["toggle", "ble", "off"], ["trace", "**"], ["call", "track.status"], ["features", "--why", "ble"],
        ["evaluate", "limit"], ["explain", "limit", "a=1"], ["flags"],
    ])
    func `without a host the commands name the state folder`(words: [String]) async throws {
        let nobody = try await HostProcess.end(of: command(words))
        let text = "flagstand \(words[0]): error: \(state): no host runs here; --state DIR names another state folder\n"
        #expect(nobody == (.code(1), "", text))
        let elsewhere = try await HostProcess.end(of: command(words + ["--state", "gone"]))
        #expect(elsewhere.errors == text.replacing(state, with: folder["gone"]))
    }

    @Test func `a socket that a dead host left behind is reported as such`() async throws {
        // The socket's file outlives its descriptor.
        _ = try FakeHost.bound(in: state)
        let outcome = try await HostProcess.end(of: command(["toggle", "ble", "off"]))
        #expect(
            outcome == (
                .code(1), "", "flagstand toggle: error: \(state): the host that ran here has ended; start it again\n"
            ))
        // Units can still be listed.
        let features = try await HostProcess.end(of: command(["features"]))
        #expect(features.exit == .code(0) && features.output.contains(/^id +version/))
        let named = try await HostProcess.end(of: command(["features", "--state", ".flagstand"]))
        #expect(named.exit == .code(1) && named.errors.hasPrefix("flagstand features: error: \(state): the host that"))
    }

    @Test func `the commands find the state folder as the host does`() async throws {
        try folder.makeFolder("venue/.flagstand")
        try folder.makeFolder("assigned")
        try folder.makeFolder("named")
        let words = ["features", "--config", "venue/plugins.yaml"]
        var assigned = command(words)
        assigned.environment["STATE_DIRECTORY"] = folder["assigned"]
        var named = command(words + ["--state", "named"])
        named.environment = assigned.environment
        for (place, command) in [("venue/.flagstand", command(words)), ("assigned", assigned), ("named", named)] {
            let answer = FakeHost.Answer.json(200, #"{"features":[]}"#)
            try await FakeHost.listen(in: folder[place], answering: { _ in answer }) { _ in
                let outcome = try await HostProcess.end(of: command)
                #expect(outcome == (.code(0), "id  state  wanted  by  since  reason\n", ""), "\(place)")
            }
        }
    }

    @Test func `the path of a state folder may be long`() async throws {
        let deep = (0..<30).map { "folder-\($0)" }.joined(separator: "/")
        try folder.makeFolder(deep)
        // The fake host has the short path of a link.
        try folder.link("link", to: folder[deep])
        let answer = FakeHost.Answer.json(200, #"{"features":[]}"#)
        try await FakeHost.listen(in: folder["link"], answering: { _ in answer }) { _ in
            let outcome = try await HostProcess.end(of: command(["features", "--state", deep]))
            #expect(outcome.exit == .code(0) && outcome.errors == "")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func `another user gets an error that says who may`() async throws {
        #expect(unsafe chmod(folder.path, 0o755) == 0 && chmod(state, 0o700) == 0)
        var command = command(["toggle", "ble", "off"])
        command.wrapper = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let outcome = try await HostProcess.end(of: command)
        #expect(
            outcome == (
                .code(1), "", "flagstand toggle: error: \(state): only the user that runs the host may talk to it\n"
            ))
    }

    // MARK: - Somebody who is no host

    @Test(arguments: [
        ("", "the host went away"), ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", "the host went away"),
        (
            "220 smtp ready\r\n\r\n",
            "what the host answers can't be understood: it does not begin with HTTP/1.1 and a status"
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{",
            "what the host answers can't be understood: line 1, column 2: "
        ),
    ])
    func `an invalid answer is reported`(bytes: String, problem: String) async throws {
        let (outcome, _) = try await outcome("features", answer: .bytes(bytes))
        #expect(outcome.exit == .code(1) && outcome.output == "")
        #expect(outcome.errors.hasPrefix("flagstand features: error: \(problem)"), "\(outcome.errors)")
    }

    @Test func `a host that does not answer is given up after a while`() async throws {
        try await FakeHost.listen(in: state, answering: { _ in .open("") }) { _ in
            let connection = try LocalSocket(state: state).open()
            let limit = Duration.milliseconds(20)
            #expect(throws: LocalSocketProblem.silent(limit)) {
                try connection.ask(ClientRequest("GET", "/"), within: limit)
            }
        }
    }

    // MARK: - features

    private static let features = FakeHost.Answer.json(
        200,
        #"{"features":[{"id":"ble","state":"active","reason":null,"since":"2026-11-21T12:31:07Z","on":true,"document":true,"toggle":null}]}"#
    )

    @Test func `features of a running host, as a table and as JSON`() async throws {
        expect(
            try await outcome("features", answer: Self.features), 0,
            output: """
                id   state   wanted  by        since                 reason
                ble  active  on      document  2026-11-21T12:31:07Z

                """, asked: "GET /ops/v1/features")
        let json = try await outcome("features", "--json", answer: Self.features)
        guard case .bytes(let text) = Self.features else { return }
        expect(json, 0, output: (text.components(separatedBy: "\r\n\r\n").last ?? "") + "\n")
    }

    @Test func `the reasons for a feature's state`() async throws {
        expect(
            try await outcome("features", "--why", "b/le", answer: .json(200, #"{"id":"b","why":["a","b"]}"#)), 0,
            output: "a\nb\n", asked: "GET /ops/v1/features/b%2Fle")
        expect(
            try await outcome(
                "features", "--why=bel",
                answer: .json(404, #"{"code":"not-found","detail":"no feature \"bel\"; did you mean \"ble\"?"}"#)), 1,
            errors: "flagstand features: error: not-found: no feature \"bel\"; did you mean \"ble\"?\n")
    }

    // MARK: - toggle

    private static let off = FakeHost.Answer.json(
        200,
        #"{"id":"ble","on":false,"state":"off","reached":true,"took":"12ms","stops":["track"],"starts":[],"why":[]}"#)

    @Test func `toggle prints the outcome`() async throws {
        let done = "ble is off after 12ms; with it stops: track\n"
        expect(
            try await outcome("toggle", "ble", "off", "--reason", "rain \"now\"", answer: Self.off), 0, output: done,
            asked: #"PUT /ops/v1/features/ble/toggle {"on":false,"reason":"rain \"now\""}"#)
        expect(
            try await outcome("toggle", "ble", "on", answer: Self.off), 0, output: done,
            asked: #"PUT /ops/v1/features/ble/toggle {"on":true}"#)
        expect(
            try await outcome("toggle", "ble", "reset", answer: Self.off), 0, output: done,
            asked: "DELETE /ops/v1/features/ble/toggle")
    }

    @Test func `force needs a reason, also with reset`() async throws {
        let done = "ble is off after 12ms; with it stops: track\n"
        expect(
            try await outcome("toggle", "ble", "off", "--force", "--reason", "rain", answer: Self.off), 0, output: done,
            asked: #"PUT /ops/v1/features/ble/toggle {"on":false,"reason":"rain","force":true}"#)
        expect(
            try await outcome("toggle", "ble", "reset", "--force", "--reason", "rain & snow", answer: Self.off), 0,
            output: done, asked: "DELETE /ops/v1/features/ble/toggle?force=true&reason=rain%20%26%20snow")
        let without = try await HostProcess.end(of: command(["toggle", "ble", "off", "--force"]))
        #expect(
            without.exit == .code(2)
                && without.errors.hasPrefix("flagstand toggle: error: --force needs --reason\n"),
            "\(without)")
        let lasting = try await HostProcess.end(
            of: command(["toggle", "ble", "reset", "--force", "--reason", "x", "--for", "2h"]))
        #expect(lasting == (.code(2), "", "flagstand toggle: error: --for does not go with reset\n"))
    }

    @Test func `a toggle that has not taken effect is no success`() async throws {
        let slow = #"{"id":"ble","on":true,"state":"starting","reached":false,"took":"10s","why":["ble is starting"]}"#
        expect(
            try await outcome("toggle", "ble", "on", answer: .json(200, slow)), 1,
            output: "ble is starting after 10s, not yet on\n  ble is starting\n")
        expect(try await outcome("toggle", "ble", "on", "--json", answer: .json(200, slow)), 1, output: slow + "\n")
    }

    @Test func `a reason is refused where none is allowed`() async throws {
        let outcome = try await HostProcess.end(of: command(["toggle", "ble", "reset", "--reason", "x"]))
        #expect(outcome == (.code(2), "", "flagstand toggle: error: --reason does not go with reset\n"))
        let rollout = try await HostProcess.end(
            of: command(["rollout", "ble", "reset", "--reason", "x", "--for", "2h"]))
        #expect(
            rollout
                == (
                    .code(2), "",
                    "flagstand rollout: error: --reason does not go with reset\n"
                        + "flagstand rollout: error: --for does not go with reset\n"
                ))
    }

    @Test func `overrides are requested at the path of their target`() async throws {
        let answer = FakeHost.Answer.json(
            200, #"{"target":"x","override":null,"replaced":null,"reached":true,"feature":null}"#)
        let done = "x was not overridden\n"
        expect(
            try await outcome("rollout", "ble", "12.5%", "--for", "2h", answer: answer), 0, output: done,
            asked: #"PUT /ops/v1/overrides/features/ble/rollout {"value":"12.5%","for":"2h"}"#)
        expect(
            try await outcome("rollout", "ble", "reset", answer: answer), 0, output: done,
            asked: "DELETE /ops/v1/overrides/features/ble/rollout")
        expect(
            try await outcome("override", "flags/a/b é/enabled", "false", "--reason", "x", answer: answer), 0,
            output: done, asked: #"PUT /ops/v1/overrides/flags/a%2Fb%20%C3%A9/enabled {"value":false,"reason":"x"}"#)
        expect(
            try await outcome("override", "flags/a/serve", "true", answer: answer), 0, output: done,
            asked: #"PUT /ops/v1/overrides/flags/a/serve {"value":"true"}"#)
        expect(
            try await outcome("override", "flags/a/serve", "reset", answer: answer), 0, output: done,
            asked: "DELETE /ops/v1/overrides/flags/a/serve")
    }

    // MARK: - call

    @Test func `call sends texts, and prints JSON formatted or unchanged`() async throws {
        let answer = FakeHost.Answer.json(200, #"{"seats":[1,2]}"#)
        expect(
            try await outcome(
                "call", "bars.reserve", "seats=4", "type=a", "type=b=", "--as", "alice", "--with",
                "country=ES,app=2.1.0", answer: answer), 0,
            output: "{\n  \"seats\": [\n    1,\n    2\n  ]\n}\n",
            asked: #"POST /ops/v1/call/bars.reserve {"arguments":[["seats","4"],["type","a"],["type","b="]],"#
                + #""as":"alice","with":{"country":"ES","app":"2.1.0"}}"#)
        expect(
            try await outcome("call", "track.status", "--json", answer: answer), 0, output: "{\"seats\":[1,2]}\n",
            asked: #"POST /ops/v1/call/track.status {"arguments":[]}"#)
        expect(try await outcome("call", "x", answer: .bytes("HTTP/1.1 204 No Content\r\n\r\n")), 0)
    }

    @Test func `a refused call lists all errors`() async throws {
        let problem =
            #"{"code":"invalid","detail":"2 values do not fit","errors":[{"path":"seats","in":"query","message":"must be between 1 and 12, not 40"},{"path":"shfit","in":"query","message":"unknown key"}]}"#
        let errors = """
            flagstand call: error: bars.reserve: invalid: 2 values do not fit
              seats: must be between 1 and 12, not 40
              shfit: unknown key

            """
        expect(try await outcome("call", "bars.reserve", "seats=40", answer: .json(400, problem)), 1, errors: errors)
        expect(
            try await outcome("call", "bars.reserve", "--json", answer: .json(400, problem)), 1,
            output: problem + "\n", errors: errors)
        expect(
            try await outcome("call", "x", answer: .whole(503, "text/plain", "too many connections\n")), 1,
            errors: "flagstand call: error: x: status 503: too many connections\n")
    }

    @Test func `media are written unchanged, but not to a terminal`() async throws {
        let picture = FakeHost.Answer.whole(200, "image/png", "\u{1B}PNG\r\n\u{0}x")
        expect(try await outcome("call", "map.tile", answer: picture), 0, output: "\u{1B}PNG\r\n\u{0}x\n")
        try await FakeHost.listen(in: state, answering: { _ in picture }) { _ in
            var command = command(["call", "map.tile"])
            // The program's output is the terminal; its own errors go there as well.
            command.wrapper = ["sh", "-c", #"exec "$@" >&2"#, "sh"]
            let shown = try await Terminal.run(command) { process, _ in try await process.expectExit(.code(1)) }
            #expect(
                shown.filter { $0 != "\r" && $0 != "\r\n" || $0 == "\r\n" }.replacing("\r\n", with: "\n")
                    == "flagstand call: error: map.tile: image/png is not for a terminal; write it to a file with > FILE\n"
            )
        }
    }

    @Test(arguments: [
        (#"event: end\#ndata: {"reason":"done"}\#n\#n"#, Int32(0), ""),
        ("", 0, ""),
        (
            #"event: end\#ndata: {"reason":"off"}\#n\#n"#, 1,
            "flagstand call: error: lap.follow: the stream was ended: \"off\"\n"
        ),
        (
            #"event: problem\#ndata: {"status":500,"code":"internal","detail":"lap.follow failed"}\#n\#n"#, 1,
            "flagstand call: error: lap.follow: internal: lap.follow failed\n"
        ),
    ])
    func `a stream is printed line by line`(end: String, code: Int32, errors: String) async throws {
        let events = ": alive\n\ndata: {\"lap\":1}\n\nevent: lap\ndata: {\"lap\":2}\n\n"
        expect(
            try await outcome("call", "lap.follow", answer: .bytes(FakeHost.Answer.eventsHead + events + end)), code,
            output: "{\"lap\":1}\n{\"lap\":2}\n", errors: errors)
    }

    // MARK: - trace

    private static let message =
        #"{"topic":"ble.sighted","source":"ble","sequence":12,"time":"2026-11-21T12:31:07.5Z","cause":"x","value":{"rssi":-70}}"#

    @Test(arguments: [SIGINT, SIGTERM])
    func `a trace goes on until it is interrupted, and exits with success`(signal: Int32) async throws {
        let answer = FakeHost.Answer.open(FakeHost.Answer.eventsHead + "data: \(Self.message)\n\n")
        try await FakeHost.listen(in: state, answering: { _ in answer }) { host in
            try await HostProcess.run(command(["trace", "ble.**"])) { process in
                let line = try await process.output.first(within: HostProcess.limit) { $0.first }
                #expect(line == Self.message)
                process.send(signal)
                try await process.expectExit(.code(0))
                #expect(process.errors.text == "")
                #expect(host.requests.first?.hasPrefix("GET /ops/v1/trace?topic=ble.%2A%2A HTTP/1.1\r\n") == true)
            }
        }
    }

    @Test(arguments: [#"event: end\#ndata: {"reason":"off"}\#n\#n"#, ""])
    func `a trace reports that its host went away`(end: String) async throws {
        let answer = FakeHost.Answer.bytes(
            FakeHost.Answer.eventsHead + "event: dropped\ndata: {\"count\":3}\n\n" + end)
        expect(
            try await outcome("trace", "**", answer: answer), 1, output: "{\"count\":3}\n",
            errors: "flagstand trace: error: the host went away\n")
    }

    @Test func `on a terminal a trace is formatted for people`() async throws {
        let answer = FakeHost.Answer.bytes(FakeHost.Answer.eventsHead + "data: \(Self.message)\n\n")
        try await FakeHost.listen(in: state, answering: { _ in answer }) { _ in
            var command = command(["trace", "**"])
            command.environment["TZ"] = "UTC"
            command.wrapper = ["sh", "-c", #"exec "$@" >&2"#, "sh"]
            let shown = try await Terminal.run(command) { process, _ in try await process.expectExit(.code(1)) }
            #expect(shown.hasPrefix("12:31:07.500  ble.sighted  ble#12  {\"rssi\":-70}"), "\(shown)")
        }
    }

    @Test func `a refused trace says why`() async throws {
        expect(
            try await outcome("trace", "a b", answer: .json(400, #"{"code":"invalid","detail":"no pattern"}"#)), 1,
            errors: "flagstand trace: error: invalid: no pattern\n", asked: "GET /ops/v1/trace?topic=a%20b")
    }

    // MARK: - Interrupted

    /// A host that never answers must not hold up a command.
    @Test(arguments: [["toggle", "ble", "off"], ["call", "x"], ["features"]])
    func `a command that waits can be interrupted`(words: [String]) async throws {
        try await FakeHost.listen(in: state, answering: { _ in .open("") }) { host in
            try await HostProcess.run(command(words)) { process in
                try await host.expectRequest()
                process.send(SIGINT)
                try await process.expectExit(.signal(SIGINT))
            }
        }
    }
}
