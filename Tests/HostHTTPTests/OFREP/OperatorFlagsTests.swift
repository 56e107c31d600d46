import FeatureKit
import FlagEngine
import HTTPServer
import JSON
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// What operators can ask about flags.
@Suite(.timeLimit(.minutes(1))) struct OperatorFlagsTests {
    private func withAll(_ body: (House) async throws -> Void) async throws {
        try await withHouse { house in
            house.inside.flags.post(TestFlags.snapshot(TestFlags.all))
            try await body(house)
        }
    }

    @Test func `all flags are listed by key, with the state that they are of`() async throws {
        try await withAll { house in
            let response = try await house.ask(.get, "/ops/v1/flags")
            let value = try Value(json: response.text)
            #expect(value["etag"] == "one" && value["since"] == "1970-01-01T00:16:40Z" && value["revision"] == 1)
            guard case .list(let flags) = value["flags"] else { throw WrongAnswer(description: response.text) }
            #expect(flags.map { $0["key"] } == TestFlags.all.map(\.key).sorted().map(Value.text))
            #expect(
                flags.last == [
                    "key": "targeted", "type": "boolean", "variants": ["on", "off"], "default": "off", "enabled": true,
                    "source": "flags.yaml", "place": "flags.yaml:1:1", "metadata": ["team": "shop", "level": 3],
                ])
        }
    }

    @Test func `one flag is shown with its values and whom it holds what for`() async throws {
        try await withAll { house in
            let targeted = try Value(json: try await house.ask(.get, "/ops/v1/flags/targeted").text)
            #expect(targeted["variants"] == ["on": true, "off": false] && targeted["everybody"] == .null)
            #expect(targeted["reachable"] == ["on", "off"] && targeted["exposures"] == 1.0)
            let off = try Value(json: try await house.ask(.get, "/ops/v1/flags/off").text)
            #expect(off["everybody"] == ["reason": "DISABLED", "variant": "none"])
            let odd = try await house.ask(.get, "/ops/v1/flags/path%2Fwith%2Fslashes%20and%20%C3%A9%25")
            #expect(odd.status == .ok)
        }
    }

    @Test func `a flag that is not there is told with what was probably meant`() async throws {
        try await withAll { house in
            let response = try await house.ask(.get, "/ops/v1/flags/statik")
            let value = try Value(json: response.text)
            #expect(response.status.code == 404)
            #expect(value["detail"] == "there is no flag \"statik\"; did you mean \"static\"?")
        }
    }

    @Test func `a flag is evaluated for whom the operator says`() async throws {
        try await withAll { house in
            let body = #"{"context":{"country":"ES"}}"#
            let response = try await house.ask(.post, "/ops/v1/flags/targeted/evaluate", body: body)
            let asked = try Value(json: response.text)
            #expect(asked["variant"] == "on" && asked["reason"] == "TARGETING_MATCH")
            let wrong = try await house.ask(.post, "/ops/v1/flags/targeted/evaluate", body: #"{"contxt":{}}"#)
            #expect(wrong.status.code == 400 && wrong.text.contains("did you mean"))
        }
    }

    @Test func `who was given what is told, the newest last`() async throws {
        try await withAll { house in
            let exposures = (1...3).map { number in
                FlagExposure(
                    flag: number == 2 ? "other" : "color", variant: "red", reason: "SPLIT", key: "person-\(number)",
                    revision: 7, at: Timestamp(nanoseconds: Int64(number)))
            }
            for exposure in exposures { house.inside.exposures.take(exposure) }
            house.inside.exposures.stop()
            await house.inside.exposures.run()
            let all = try Value(json: try await house.ask(.get, "/ops/v1/exposures?limit=2").text)
            guard case .list(let newest)? = all["exposures"] else { throw WrongAnswer(description: all.json) }
            #expect(newest.map { $0["key"] } == ["person-2", "person-3"])
            let own = try Value(json: try await house.ask(.get, "/ops/v1/exposures?flag=other").text)
            #expect(own["exposures"]?.json.contains("person-2") == true && !own.json.contains("person-3"))
            #expect(try await house.ask(.get, "/ops/v1/exposures?limit=0").status.code == 400)
        }
    }
}
