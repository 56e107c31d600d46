import FeatureKit
import HTTPServer
import JSON
import TestSupport
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// What operators ask and do, as the page on HTTP says.
@Suite(.timeLimit(.minutes(1)))
struct OperatorsTests {
    private func value(_ response: Response) throws -> Value { try Value(json: response.body) }

    private func detail(_ response: Response) throws -> Value? { try value(response)["detail"] }

    @Test func `All features in brief, one in full`() async throws {
        try await withHouse { house in
            let all = try await house.ask(.get, "/ops/v1/features")
            #expect(all.status == .ok && all.field("Content-Type") == "application/json")
            #expect(all.field("Cache-Control") == "no-store")
            guard case .list(let list) = try value(all)["features"] else { throw WrongAnswer(description: all.text) }
            #expect(list.map { $0["id"] } == ["crier", "listener"])
            #expect(list.allSatisfy { $0["state"] == "active" && $0["why"] == nil })

            let one = try value(await house.ask(.get, "/ops/v1/features/crier"))
            #expect(one["why"] == ["crier is on: the document says so"])
            #expect(one["needed"] == ["listener"])
            #expect(
                one["routes"]?.json == #"[{"name":"crier.cry","method":"POST","path":"/api/v1/crier/cry","#
                    + #""access":"role crier","served":true}]"#)
            guard case .list(let runs) = one["runs"] else { throw WrongAnswer(description: one.json) }
            #expect(runs.count == 1 && runs[0]["ended"] == .null)
        }
    }

    @Test func `A feature that is not there is said to be so, with what was probably meant`() async throws {
        try await withHouse { house in
            let requests: [(Method, String, String?)] = [
                (.get, "/ops/v1/features/crie", nil),
                (.put, "/ops/v1/features/crie/toggle", #"{"on":true}"#),
                (.delete, "/ops/v1/features/crie/toggle", nil),
            ]
            for (method, target, body) in requests {
                let response = try await house.ask(method, target, body: body)
                #expect(response.status == .notFound)
                #expect(try detail(response) == "there is no feature \"crie\"; did you mean \"crier\"?")
            }
        }
    }

    @Test func `Off, on again, and back to the document`() async throws {
        try await withHouse { house in
            let off = try value(
                await house.ask(
                    .put, "/ops/v1/features/crier/toggle", body: #"{"on":false,"reason":"rain"}"#))
            #expect(off["on"] == false && off["state"] == "off" && off["reached"] == true)
            #expect(off["stops"] == ["listener"] && off["starts"] == [])
            let shown = try value(await house.ask(.get, "/ops/v1/features/crier"))
            #expect(shown["toggle"]?["by"] == "root" && shown["toggle"]?["uid"] == 0)
            #expect(shown["toggle"]?["reason"] == "rain" && shown["document"] == true && shown["on"] == false)

            let on = try value(await house.ask(.put, "/ops/v1/features/crier/toggle", body: #"{"on":true}"#))
            #expect(on["state"] == "active" && on["starts"] == ["listener"])
            let reset = try value(await house.ask(.delete, "/ops/v1/features/crier/toggle"))
            #expect(reset["on"] == true && reset["reached"] == true)
            #expect(try value(await house.ask(.get, "/ops/v1/features/crier"))["toggle"] == .null)
        }
    }

    @Test func `Who has no name is told by the number`() async throws {
        try await withHouse { house in
            _ = try await house.ask(
                .put, "/ops/v1/features/crier/toggle", body: #"{"on":true}"#,
                peer: .process(pid: 1, user: 4_000_000_000))
            let toggle = try value(await house.ask(.get, "/ops/v1/features/crier"))["toggle"]
            #expect(toggle?["by"] == "uid 4000000000" && toggle?["uid"] == 4_000_000_000)
        }
    }

    @Test func `Nobody switches anything from elsewhere`() async throws {
        try await withHouse { house in
            let response = try await house.ask(
                .put, "/ops/v1/features/crier/toggle", body: #"{"on":false}"#, peer: .address("10.0.0.1", port: 1))
            #expect(response.status == .notFound)
            #expect(house.inside.configuration.orders?.overrides == Overrides())
        }
    }

    @Test(arguments: [
        ("{}", 400, "invalid", "missing key \"on\""),
        (#"{"on":"yes","raeson":"x"}"#, 400, "invalid", "must be true or false, not the text \"yes\""),
        (#"{"on":true"#, 400, "malformed", "line 1, column 11: expected \",\" or \"}\""),
        ("", 400, "invalid", "missing key \"on\""),
    ])
    func `What a toggle can't be made of`(body: String, status: Int, code: String, first: String) async throws {
        try await withHouse { house in
            let response = try await house.ask(.put, "/ops/v1/features/crier/toggle", body: body)
            let problem = try value(response)
            #expect(response.status.code == status && problem["code"] == .text(code))
            guard case .list(let errors) = problem["errors"] else { throw WrongAnswer(description: response.text) }
            #expect(errors.first?["message"] == .text(first))
            if body.contains("raeson") {
                #expect(errors.last?["message"] == "unknown key \"raeson\"; did you mean \"reason\"?")
            }
        }
    }

    @Test func `What can't be kept is refused with why`() async throws {
        try await withHouse { house in
            try house.folder.makeFolder("revisions.json.new")
            let response = try await house.ask(.put, "/ops/v1/features/crier/toggle", body: #"{"on":false}"#)
            #expect(response.status == .serviceUnavailable)
            #expect(try value(response)["code"] == "not-kept")
            let path = house.folder["revisions.json"]
            #expect(try detail(response) == .text("nothing was switched: \(path) can't be written: Is a directory"))
        }
    }

    @Test func `Before the first document there is nothing to switch`() async throws {
        try await withHouse(document: nil) { house in
            let response = try await house.ask(.put, "/ops/v1/features/crier/toggle", body: #"{"on":false}"#)
            #expect(response.status == .serviceUnavailable && response.field("Retry-After") == "1")
            #expect(try value(await house.ask(.get, "/ops/v1/features")).json == #"{"features":[],"stopping":false}"#)
        }
    }

    @Test func `A route is called in anybody's name who may ask it`() async throws {
        try await withHouse { house in
            let called = try await house.ask(
                .post, "/ops/v1/call/crier.cry",
                body: #"{"request":{"text":"fire"},"as":"alice","roles":["crier"],"with":{"country":"ES"}}"#)
            let reply = try value(called)
            #expect(called.status == .ok && reply["key"] == "alice" && reply["country"] == "ES")
            #expect(reply["origin"] == "cli")

            let texts = try await house.ask(
                .post, "/ops/v1/call/crier.cry",
                body: #"{"arguments":[["text","fire"],["loud","true"]],"as":"ben","roles":["crier"]}"#)
            #expect(try texts.status == .ok && value(texts)["key"] == "ben")
            for (body, status) in [
                (#"{"request":{"text":"fire"}}"#, 401),
                (#"{"request":{"text":"fire"},"as":"alice","roles":["staff"]}"#, 403),
            ] {
                let refused = try await house.ask(.post, "/ops/v1/call/crier.cry", body: body)
                #expect(refused.status.code == status, "\(refused.text)")
            }
        }
    }

    @Test(
        arguments: [
            (#"{"request":{},"as":"a","roles":["crier"]}"#, "crier.cry", 400, "missing key \"text\""),
            (
                #"{"arguments":[["text","much too long"]],"as":"a","roles":["crier"]}"#, "crier.cry", 400,
                "must be at most 10 characters long, not 13"
            ),
            (#"{"arguments":[],"request":{}}"#, "crier.cry", 400, "comes beside \"request\"; one is enough"),
            (#"{"arguments":[["text"]]}"#, "crier.cry", 400, "must be at least 2 elements long, not 1"),
            (#"{"request":{}}"#, "crier.cri", 404, nil),
        ] as [(String, String, Int, String?)])
    func `A call that can't be`(body: String, route: String, status: Int, message: String?) async throws {
        try await withHouse { house in
            let response = try await house.ask(.post, "/ops/v1/call/\(route)", body: body)
            #expect(response.status.code == status, "\(response.text)")
            if let message {
                guard case .list(let errors) = try value(response)["errors"] else { return }
                #expect(errors.first?["message"] == .text(message))
            } else {
                #expect(
                    try detail(response)
                        == "no feature that is on has a route \"crier.cri\"; did you mean \"crier.cry\"?")
            }
        }
    }
}
