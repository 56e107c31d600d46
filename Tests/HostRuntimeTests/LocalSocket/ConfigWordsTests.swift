import FeatureKit
import HostConfig
import HostSystem
import JSON
import Testing

@testable import HostRuntime

/// The printed form of plans, changes and revisions.
@Suite struct ConfigWordsTests {
    private func value(_ json: String) throws -> Value { try Value(json: json) }

    @Test func `a plan is a table with a verdict`() throws {
        var plan = ChangePlan()
        plan.features = [
            FeatureMove("bars", .start, why: "the document switches it on"),
            FeatureMove("ble", .stop, why: "the document switches it off"),
            FeatureMove("track", .stop, why: "it needs ble"),
            FeatureMove("shop", .reconfigure, why: "settings.capacity: 40 → 60"),
            FeatureMove(
                "tours", .restart, why: "settings.voice: \"ana\" → \"luis\"; it takes no settings while it runs"),
        ]
        guard case .object(var members) = plan.value else { return }
        members["definitions"] = try value(
            #"[{"subject":"flag","name":"shop.banner","text":"rules.1.rollout: 20% → 30%"}]"#)
        members["splits"] = try value(
            #"[{"split":"shop.banner / trial","text":"10 % of the people get another variant"}]"#)
        #expect(
            ChangePlanText.text(.object(members)) == """
                start        bars                 the document switches it on
                stop         ble                  the document switches it off
                stop         track                it needs ble
                reconfigure  shop                 settings.capacity: 40 → 60
                restart      tours                settings.voice: "ana" → "luis"; it takes no settings while it runs
                flag         shop.banner          rules.1.rollout: 20% → 30%
                split        shop.banner / trial  10 % of the people get another variant
                plan: 1 feature starts, 2 stop, 1 is reconfigured, 1 restarted

                """)
        #expect(ChangePlanText.text(ChangePlan().value) == "plan: nothing changes\n")
        #expect(
            try ChangePlanText.text(value(#"{"more": 3, "verdict": "a\u001b[31m"}"#))
                == "and 3 more\nplan: a\\u{1b}[31m\n")
    }

    @Test func `the outcome of a change`() throws {
        let plan: Value = ["verdict": "1 feature starts", "features": [["id": "a", "move": "start"]]]
        func words(_ more: Members, _ limit: String? = nil, _ features: Value? = nil) -> (Bool, String) {
            var outcome: Members = ["revision": ["revision": 12], "end": "settled", "plan": plan]
            for (name, value) in more { outcome[name] = value }
            let summary = ChangeSummary(.object(outcome), confirmWithin: limit, features: features)
            return (summary.isSettled, summary.description)
        }
        #expect(words([:]) == (true, "revision 12 is active: 1 feature starts\n"))
        #expect(words(["revision": nil]) == (true, "nothing changes: this configuration is active already\n"))
        let confirmation: Value = ["revision": 12, "formerly": 11, "until": "2026-11-22T10:09:31Z"]
        #expect(
            words(["confirmation": confirmation], "5m")
                == (
                    true,
                    "revision 12 is active: 1 feature starts\n"
                        + "confirm it within 5m, or revision 11 becomes active again:  flagstand confirm\n"
                ))
        #expect(
            words(["end": "gone-back", "counts": 11, "reasons": ["a failed: no current"]])
                == (
                    false,
                    "revision 12 failed; revision 11 is active, as it was before\n  a failed: no current\n"
                ))
        let features: Value = ["features": [["id": "a", "state": "starting"], ["id": "b", "state": "waiting"]]]
        #expect(
            words(["end": "trying"], nil, features)
                == (false, "revision 12 is active: 1 feature starts\nnot finished yet:\n  a is starting\n"))
    }

    @Test func `the history`() throws {
        let reply = try value(
            """
            {"revisions": [
              {"revision": 12, "at": "2026-11-22T10:04:31.5Z", "by": "ana", "source": "apply new.yaml",
               "reason": "more seats", "what": "1 feature, 1 flag"},
              {"revision": 11, "at": "2026-11-22T09:58:02Z", "by": null, "source": "plugins.yaml", "reason": null,
               "what": "2 flags"}],
             "confirmation": {"revision": 12, "formerly": 11, "until": "2026-11-22T10:09:31Z"}}
            """)
        #expect(
            HistoryTable.text(reply) == """
                revision  when                  by   source          reason      what
                12        2026-11-22T10:04:31Z  ana  apply new.yaml  more seats  1 feature, 1 flag
                11        2026-11-22T09:58:02Z       plugins.yaml                2 flags
                revision 12 waits to be confirmed until 2026-11-22T10:09:31Z, or revision 11 becomes active again

                """)
        #expect(HistoryTable.text(["revisions": []]) == "There are no revisions yet.\n")
        #expect(HistoryTable.confirmed(["revision": 12]) == "revision 12 is confirmed\n")
    }

    @Test func `differences between revisions`() throws {
        let differences = Differences(
            from: try value(#"{"features":{"bars":{"enabled":false}},"log":"info","old":{"x":"a\nb"}}"#),
            to: try value(#"{"features":{"bars":{"enabled":true}},"log":null,"new":1}"#))
        #expect(
            DifferenceText.text(.object(differences.members)) == """
                features.bars.enabled: false → true
                log: "info" → null
                old: - {"x":"a\\nb"}
                new: + 1

                """)
        #expect(DifferenceText.text([:]) == "There is no difference.\n")
        let many = Differences(from: [1, 2, 3], to: [], most: 1)
        #expect(DifferenceText.text(.object(many.members)) == "0: - 1\nand 2 more\n")
    }

    @Test func `errors of a document are printed as check prints them`() throws {
        let bytes = Array("features:\n\tble: {}\n".utf8)
        let document = HostDocument(bytes, origin: Origin(name: "new.yaml", folder: "/"))
        let diagnostics = document.check(against: [:], secrets: SecretStore { _ in nil }).diagnostics
        let body: Value = ["diagnostics": diagnostics.value, "more": 0]
        #expect(DiagnosticsText.text(Array(body.json.utf8)) == diagnostics.text)
        #expect(diagnostics.text.contains("\tble"))
        #expect(diagnostics.value.json.contains("\"excerpt\":\"\\tble: {}\\n"))
        #expect(DiagnosticsText.text(Array("{}".utf8)) == nil && DiagnosticsText.text([]) == nil)
        let evil = #"{"diagnostics":[{"text":"a\u001b[31m"}],"more":2}"#
        #expect(DiagnosticsText.text(Array(evil.utf8)) == "a\\u{1b}[31m\nand 2 more\n")
    }

    @Test(arguments: [
        (
            ConfigProblem.refused(Diagnostics([Diagnostic(.error, file: "a", message: "b")])),
            "the document has an error; nothing has changed"
        ),
        (
            .refused(
                Diagnostics([
                    Diagnostic(.error, file: "a", message: "b"), Diagnostic(.warning, file: "a", message: "b"),
                    Diagnostic(.error, file: "a", message: "c"),
                ])), "the document has 2 errors; nothing has changed"
        ),
        (.unknownRevision(7, known: nil), "there is no revision yet"),
        (.unknownRevision(7, known: 9...12), "there is no revision 7; 9 to 12 are kept"),
        (.unknownRevision(7, known: 1...1), "there is no revision 7; 1 is the only one"),
        (.unreadableRevision(7, because: "it is damaged"), "revision 7 can't be read any more: it is damaged"),
        (.nothingToConfirm, "nothing waits for somebody to confirm it"),
        (.reasonTooLong, "the reason is longer than 500 characters"),
        (
            .notWritten(path: "/s/j", because: SystemError(code: 28)),
            "nothing has changed: /s/j can't be written: No space left on device"
        ),
        (.notStarted, "the host has not read its document yet; try again"),
        (.stopping, "the host is stopping"),
    ])
    func `the reason why a configuration is refused`(problem: ConfigProblem, words: String) {
        #expect("\(problem)" == words)
    }

    @Test(arguments: [
        (Revision.Cause.start, "start"), (.document("plugins.yaml"), "plugins.yaml"),
        (.flags("flags.yaml"), "flags of flags.yaml"),
        (.override("features/ble/enabled"), "override features/ble/enabled"),
        (.lapse("features/ble/enabled"), "lapse of features/ble/enabled"), (.apply("new.yaml"), "apply new.yaml"),
        (.rollback(to: 11), "rollback 11"), (.goneBack(from: 12), "gone back from 12"),
    ])
    func `the cause of a revision`(cause: Revision.Cause, words: String) { #expect(cause.inWords == words) }
}
