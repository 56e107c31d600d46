import FeatureKit
import HTTPServer
import JSON
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// What operators decide over HTTP, as the page on configuration says.
@Suite(.timeLimit(.minutes(1)))
struct OperatorOverridesTests {
    private static let document = """
        features: { crier: {}, listener: {} }
        flags: { "a/b.c": { variants: { x: 1, y: 2 }, default: x } }
        """

    private func value(_ response: Response) throws -> Value { try Value(json: response.body) }

    @Test func `Said, listed and taken back`() async throws {
        try await withHouse(document: Self.document) { house in
            #expect(try value(await house.ask(.get, "/ops/v1/overrides")).json == #"{"overrides":[]}"#)
            let served = try value(
                await house.ask(
                    .put, "/ops/v1/overrides/flags/a%2Fb.c/serve",
                    body: #"{"value":"y","reason":"calm","for":"2h"}"#))
            #expect(served["target"] == "flags/a/b.c/serve" && served["counts"] == true && served["feature"] == .null)
            #expect(served["override"]?["value"] == "y" && served["override"]?["by"] == "root")
            #expect(served["override"]?["until"] != .null && served["replaced"] == .null)

            let rollout = try value(
                await house.ask(.put, "/ops/v1/overrides/features/crier/rollout", body: #"{"value":"25%"}"#))
            #expect(rollout["feature"]?["state"] == "active" && rollout["reached"] == true)
            let off = try value(
                await house.ask(.put, "/ops/v1/overrides/features/crier/enabled", body: #"{"value":false}"#))
            #expect(off["feature"]?["state"] == "off" && off["feature"]?["stops"] == ["listener"])

            let all = try value(await house.ask(.get, "/ops/v1/overrides"))
            guard case .list(let list) = all["overrides"] else { throw WrongAnswer(description: all.json) }
            #expect(
                list.map { $0["target"] }
                    == ["features/crier/enabled", "features/crier/rollout", "flags/a/b.c/serve"])
            #expect(list.map { $0["counts"] } == [true, false, true])
            #expect(list[1]["note"] == "crier is off; the rollout waits until it is on")
            let shown = try value(await house.ask(.get, "/ops/v1/features/crier"))
            #expect(shown["rollout"]?["value"] == "25%" && shown["toggle"]?["until"] == .null)

            for (index, target) in ["features/crier/enabled", "features/crier/rollout", "flags/a%2Fb.c/serve"]
                .enumerated()
            {
                // Whether it counts changes with the others.
                let one = try value(await house.ask(.get, "/ops/v1/overrides/\(target)"))
                for name in ["target", "value", "by", "at", "reason", "until"] {
                    #expect(one[name] == list[index][name])
                }
                #expect(one["counts"] != nil && one["note"] != nil)
                let reset = try value(await house.ask(.delete, "/ops/v1/overrides/\(target)"))
                #expect(reset["override"] == .null && reset["replaced"] != .null)
                let gone = try await house.ask(.get, "/ops/v1/overrides/\(target)")
                #expect(gone.status == .notFound && gone.text.contains("nobody overrode "), "\(gone.text)")
            }
            #expect(house.inside.configuration.orders?.overrides == Overrides())
        }
    }

    @Test func `A toggle for a while says until when, and what it stands in the place of`() async throws {
        try await withHouse { house in
            _ = try await house.ask(.put, "/ops/v1/features/crier/toggle", body: #"{"on":true}"#)
            let brief = try value(
                await house.ask(.put, "/ops/v1/features/crier/toggle", body: #"{"on":false,"for":"1h"}"#))
            #expect(brief["state"] == "off" && brief["until"] != .null && brief["replaced"]?["until"] == .null)
        }
    }

    @Test(arguments: [
        (
            "flags/a%2Fb.d/serve", #"{"value":"x"}"#, 404, "not-found",
            #"there is no flag "a/b.d"; did you mean "a/b.c"?"#
        ),
        (
            "flags/a%2Fb.c/serve", #"{"value":"z"}"#, 409, "no-variant",
            #"a/b.c has no variant "z", only "x", "y""#
        ),
        (
            "flags/a%2Fb.c/enabled", #"{"value":"no"}"#, 400, "invalid",
            #"flags/a/b.c/enabled must be true or false, not the text "no"; did you mean "false"?"#
        ),
        (
            "features/crier/rolout", #"{"value":"5%"}"#, 404, "not-found",
            #""features/crier/rolout" must be features/ID/enabled, features/ID/rollout, features/ID/unit, flags/KEY/enabled or "#
                + #"flags/KEY/serve; did you mean "features/crier/rollout"?"#
        ),
        (
            "features/crier/rollout", #"{"value":25}"#, 400, "invalid",
            "features/crier/rollout must be a percentage such as 25%, as a text, not a whole number"
        ),
    ])
    func `What can't be`(target: String, body: String, status: Int, code: String, words: String) async throws {
        try await withHouse(document: Self.document) { house in
            let response = try await house.ask(.put, "/ops/v1/overrides/\(target)", body: body)
            let problem = try value(response)
            #expect(response.status.code == status && problem["code"] == .text(code), "\(response.text)")
            #expect(problem["detail"] == .text(words))
            #expect(house.inside.configuration.orders?.overrides == Overrides())
        }
    }

    @Test func `A time that nobody can mean is refused, and nobody decides from elsewhere`() async throws {
        try await withHouse { house in
            let long = try await house.ask(
                .put, "/ops/v1/overrides/features/crier/enabled", body: #"{"value":false,"for":"366d"}"#)
            #expect(
                long.status.code == 400 && long.text.contains("must be between 1s and 365d, not 366d"), "\(long.text)")
            let from = Peer.address("10.0.0.1", port: 1)
            let away = try await house.ask(
                .put, "/ops/v1/overrides/features/crier/enabled", body: #"{"value":false}"#, peer: from)
            #expect(away.status == .notFound)
            #expect(
                try await house.ask(.delete, "/ops/v1/overrides/features/crier/enabled", peer: from).status == .notFound
            )
            #expect(house.inside.configuration.orders?.overrides == Overrides())
        }
    }
}
