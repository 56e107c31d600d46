import FeatureKit
import HostSystem
import JSON
import Testing

@testable import HostRuntime

/// What a host answers, as people read it.
@Suite struct WordsTests {
    private func value(_ json: String) throws -> Value { try Value(json: json) }

    @Test func `a table is as wide as its cells, and escapes line breaks`() {
        #expect(
            TextTable.text([["a", "bb", ""], ["ccc", "", "d"], ["e\n\u{1B}[31m", "", ""]]) == """
                a              bb
                ccc                d
                e\\n\\u{1b}[31m

                """)
        #expect(TextTable.text([]) == "")
    }

    @Test func `the features`() throws {
        let reply = try value(
            """
            {"features": [
              {"id": "ble", "state": "off", "reason": null, "since": "2026-11-21T12:31:07Z", "starts": 1, "on": false,
               "document": true, "toggle": {"on": false, "by": "root", "uid": 0, "reason": "rain", "at": "x"}},
              {"id": "lamp", "state": "failed", "reason": "no current", "since": "2026-11-21T12:31:07.880335924Z", "on": true,
               "document": true, "toggle": null},
              {"id": "shop", "state": "off", "since": null, "on": false, "document": null, "toggle": null},
              "odd"]}
            """)
        #expect(
            FeatureTable.text(reply) == """
                id    state   wanted  by        since                 reason
                ble   off     off     root      2026-11-21T12:31:07Z  rain
                lamp  failed  on      document  2026-11-21T12:31:07Z  no current
                shop  off     off     -         -
                              off     -         -

                """)
    }

    @Test func `the table of features, one of them with a toggle that ends`() throws {
        let reply = try value(
            """
            {"features": [
              {"id": "ble", "state": "off", "since": "2026-11-21T12:31:07Z", "on": false, "document": true,
               "toggle": {"on": false, "by": "root", "reason": "rain", "until": "2026-11-21T14:31:07.25Z"}},
              {"id": "track", "state": "off", "since": null, "on": false, "document": null, "toggle": null}]}
            """)
        #expect(
            FeatureTable.text(reply) == """
                id     state  wanted  by    since                 until                 reason
                ble    off    off     root  2026-11-21T12:31:07Z  2026-11-21T14:31:07Z  rain
                track  off    off     -     -                     -

                """)
    }

    @Test func `the overrides`() throws {
        let reply = try value(
            """
            {"overrides": [
              {"target": "features/ble/rollout", "value": "25%", "by": "ana", "reason": null, "at": "2026-11-21T12:31:07.5Z",
               "until": "2026-11-21T14:31:07.5Z", "counts": false, "note": "ble is off; the rollout waits until it is on"},
              {"target": "flags/shop.banner/enabled", "value": false, "by": "root", "reason": "rain", "at": "x",
               "until": null, "counts": true, "note": null}]}
            """)
        #expect(
            OverrideTable.text(reply) == """
                target                     value  by    since                 until                 counts                                            reason
                features/ble/rollout       25%    ana   2026-11-21T12:31:07Z  2026-11-21T14:31:07Z  no: ble is off; the rollout waits until it is on
                flags/shop.banner/enabled  false  root  x                     -                     yes                                               rain

                """)
        #expect(OverrideTable.text(try value(#"{"overrides": []}"#)) == "There are no overrides.\n")
    }

    @Test(
        arguments: [
            (
                #"{"target": "flags/a/serve", "override": {"value": "x", "until": null}, "replaced": null, "counts": true, "note": null, "reached": true, "feature": null}"#,
                "flags/a/serve is x\n", true
            ),
            (
                #"{"target": "features/a/rollout", "override": {"value": "25%", "until": "2026-11-21T12:31:07.5Z"}, "replaced": {"value": "5%", "by": "ana", "until": null}, "note": "a is off; it waits", "reached": true, "feature": {"id": "a", "on": false, "state": "off", "reached": true, "took": "1ms"}}"#,
                "features/a/rollout is 25%, until 2026-11-21T12:31:07Z; this replaces \"5%\" by ana, which does not come back\n"
                    + "  a is off; it waits\na is off after 1ms\n", true
            ),
            (
                #"{"target": "flags/a/serve", "override": null, "replaced": {"value": "x", "by": "ana"}, "reached": true}"#,
                "flags/a/serve is reset; it was x by ana\n", true
            ),
            (
                #"{"target": "flags/a/serve", "override": null, "replaced": null, "reached": true}"#,
                "flags/a/serve was not overridden\n", true
            ),
        ])
    func `the outcome of an override`(json: String, text: String, isReached: Bool) throws {
        let summary = OverrideSummary(try value(json))
        #expect(summary.description == text && summary.isReached == isReached)
    }

    @Test func `a stopping host says so below the features`() throws {
        let reply = try value(#"{"features": [], "stopping": true}"#)
        #expect(FeatureTable.text(reply) == "id  state  wanted  by  since  reason\nthe host is stopping\n")
    }

    @Test func `the reasons for a feature's state`() throws {
        let feature = try value(
            #"{"id": "track", "state": "waiting", "why": ["ble is off: rain", "track waits\nfor it"]}"#)
        #expect(FeatureTable.why(feature) == "ble is off: rain\ntrack waits\\nfor it\n")
        #expect(FeatureTable.why(try value(#"{"id": "ble", "state": "active", "why": []}"#)) == "ble is active\n")
    }

    @Test func `a feature's process and its last failed run`() throws {
        let feature = try value(
            """
            {"id": "shop", "state": "active", "why": ["shop is on: the document says so"],
             "worker": {"process": 4790, "resident": 22544384, "memory": 536870912, "hang": "10s"},
             "runs": [
               {"started": "2026-11-22T10:00:00Z", "ended": "2026-11-22T11:00:00Z", "reason": "it exited", "evidence": null},
               {"started": "2026-11-22T15:04:01.5Z", "ended": "2026-11-22T18:16:20.7Z",
                "reason": "it trapped (signal 4, SIGILL)",
                "evidence": {"process": 4711, "began": "2026-11-22T15:04:01.5Z", "ended": "2026-11-22T18:16:20.7Z",
                             "code": null, "signal": 4, "because": null,
                             "lastLines": ["Basket.swift:41: Fatal error\\u001b[31m"], "backtrace": ["serve + 112", "run"]}},
               {"started": "2026-11-22T18:16:20.8Z", "ended": null, "reason": null, "evidence": null}]}
            """)
        #expect(
            FeatureTable.why(feature) == """
                shop is on: the document says so
                  runs in process 4790, which holds 21.5MiB of at most 512MiB
                  failed last at 2026-11-22T18:16:20Z after 3h12m19s: it trapped (signal 4, SIGILL)
                  that was process 4711, from 2026-11-22T15:04:01Z to 2026-11-22T18:16:20Z
                  it wrote last:
                    Basket.swift:41: Fatal error\\u{1b}[31m
                  it was at:
                    0 serve + 112
                    1 run

                """)
    }

    @Test func `the reason of a failed feature is printed only once`() throws {
        let feature = try value(
            """
            {"id": "shop", "state": "failed", "why": ["shop failed; tried again in 4 s: no radio"],
             "worker": {"process": null, "resident": null, "memory": 536870912, "hang": "10s"},
             "runs": [{"started": "2026-11-22T10:00:00Z", "ended": "2026-11-22T11:00:00Z", "reason": "no radio",
                       "evidence": null}]}
            """)
        #expect(FeatureTable.why(feature) == "shop failed; tried again in 4 s: no radio\n")
    }

    @Test(
        arguments: [
            (
                #"{"id": "ble", "on": false, "state": "off", "reached": true, "took": "12ms", "stops": ["track", "tour"], "starts": [], "why": ["x"]}"#,
                "ble is off after 12ms; with it stops: track, tour\n", true
            ),
            (
                #"{"id": "ble", "on": true, "state": "active", "reached": true, "took": "1s", "starts": ["track"]}"#,
                "ble is active after 1s; with it starts: track\n", true
            ),
            (
                #"{"id": "ble", "on": true, "state": "failed", "reached": false, "took": "10s", "why": ["no capture", "tried again in 4 s"]}"#,
                "ble is failed after 10s, not yet on\n  no capture\n  tried again in 4 s\n", false
            ),
            (
                #"{"id": "ble", "on": false, "state": "off", "reached": true, "took": "2ms", "until": "2026-11-21T12:31:07.5Z", "replaced": {"on": true, "by": "ana", "until": null}}"#,
                "ble is off after 2ms, until 2026-11-21T12:31:07Z; this replaces \"on\" by ana, which does not come back\n",
                true
            ),
            ("{}", " is , not yet off\n", false),
        ])
    func `the outcome of a toggle`(json: String, text: String, isReached: Bool) throws {
        let summary = ToggleSummary(try value(json))
        #expect(summary.description == text && summary.isReached == isReached)
    }

    @Test(
        arguments: [
            (
                "message",
                #"{"topic": "ble.sighted", "source": "ble", "sequence": 12, "time": "2026-11-21T12:31:07.5Z", "cause": "x", "value": {"a": [1, "b"]}}"#,
                "13:31:07.500  ble.sighted  ble#12  {\"a\":[1,\"b\"]}\n"
            ),
            ("dropped", #"{"count": 3}"#, "dropped  {\"count\":3}\n"),
            ("message", #"{"topic": "a\u202eb", "time": "soon"}"#, "soon  a\\u{202e}b  #  \n"),
            ("odd", "7", "odd  7\n"),
        ])
    func `a message of the trace`(event: String, json: String, line: String) throws {
        #expect(TraceLine(event, try value(json), secondsFromUTC: 3600).description == line)
    }

    @Test(
        arguments: [
            (
                400,
                #"{"code": "invalid", "status": 400, "detail": "2 values do not fit", "errors": [{"path": "seats", "in": "body", "message": "must be between 1 and 12, not 40"}, {"path": "", "message": "missing key"}, 3]}"#,
                "invalid: 2 values do not fit\n  seats: must be between 1 and 12, not 40\n  missing key\n  3\n", true
            ),
            (404, #"{"code": "not-found", "title": "Not Found"}"#, "not-found: Not Found\n", true),
            (500, #"{"code": "a\nb", "detail": "\u001b[31m"}"#, "a\\nb: \\u{1b}[31m\n", true),
            (503, "too many connections\nreally", "status 503: too many connections\n", false),
            (502, "", "status 502\n", false), (502, "[]", "status 502: []\n", false),
        ])
    func `a refusal`(status: Int, body: String, text: String, isProblem: Bool) {
        let refusal = Refusal(status: status, body: Array(body.utf8))
        #expect(refusal.description == text && refusal.isProblem == isProblem)
    }

    @Test func `every problem with the local socket has a message`() {
        let problems: KeyValuePairs<LocalSocketProblem, String> = [
            .noHost(state: "/s"): "/s: no host runs here; --state DIR names another state folder",
            .hostHasEnded(state: "/s"): "/s: the host that ran here has ended; start it again",
            .notAllowed(state: "/s"): "/s: only the user that runs the host may talk to it",
            .unreachable(state: "/s", because: .init(code: 24)): "/s: the host can't be reached: Too many open files",
            .gone: "the host went away", .silent(.seconds(45)): "the host has said nothing for 45s",
            .notUnderstood(.bodyTooLarge(most: 5)):
                "what the host answers can't be understood: it is larger than 5 bytes",
        ]
        for (problem, words) in problems { #expect("\(problem)" == words) }
    }

    @Test func `parts of a path are escaped`() {
        #expect(ClientRequest.escaped("track.**/ü?&=#%~-_") == "track.%2A%2A%2F%C3%BC%3F%26%3D%23%25~-_")
        #expect(ClientRequest.escaped("a\r\nb\0") == "a%0D%0Ab%00")
    }

    @Test func `a request closes its connection`() {
        let request = ClientRequest("PUT", "/a", fields: [("Accept", "x")], json: ["on": true])
        #expect(
            String(decoding: request.bytes, as: UTF8.self)
                == "PUT /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 11\r\n\r\n{\"on\":true}")
    }
}
