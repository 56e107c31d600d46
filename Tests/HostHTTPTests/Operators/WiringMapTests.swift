import FeatureKit
import HTTPServer
import HostConfig
import HostSystem
import JSON
import Testing

@testable import HostHTTP
@testable import HostRuntime

/// Who talks with whom, as data and as drawings.
@Suite(.timeLimit(.minutes(1)))
struct WiringMapTests {
    @Test func `As data, with what went through`() async throws {
        try await withHouse { house in
            _ = try await house.ask(
                .post, "/ops/v1/call/crier.cry", body: #"{"request":{"text":"fire"},"as":"ana","roles":["crier"]}"#)
            let value = try Value(json: await house.ask(.get, "/ops/v1/wiring").body)
            #expect(
                value["features"]?.json
                    == #"[{"id":"crier","on":true,"state":"active","needs":[],"after":[],"keeps":[]},"#
                    + #"{"id":"listener","on":true,"state":"active","needs":["crier"],"after":[],"keeps":[]}]"#)
            let topic = value["topics"]?[ValuePath([.element(0)])]
            #expect(topic?["name"] == "crier.news" && topic?["published"] == 1)
            #expect(topic?["publishers"] == ["crier"] && topic?["readers"] == ["listener"])
            #expect(
                value["routes"]?.json == #"[{"name":"crier.cry","servers":["crier"],"askers":[],"served":true}]"#)
        }
    }

    @Test func `For Graphviz`() async throws {
        try await withHouse(document: "features: { crier: {} }") { house in
            let response = try await house.ask(.get, "/ops/v1/wiring?format=dot")
            #expect(response.field("Content-Type") == "text/vnd.graphviz; charset=utf-8")
            #expect(
                response.text == """
                    digraph flagstand {
                      rankdir=LR;
                      node [fontname="sans-serif"];
                      n0 [label="crier", shape=box];
                      n1 [label="listener", shape=box, style=dashed];
                      n2 [label="crier.news", shape=ellipse];
                      n3 [label="host.features", shape=ellipse];
                      n4 [label="host", shape=box];
                      n5 [label="crier.cry", shape=hexagon];
                      n0 -> n2;
                      n2 -> n1;
                      n4 -> n3;
                      n3 -> n1;
                      n5 -> n0 [style=dashed];
                      n1 -> n0 [style=dotted, arrowhead=empty, label="needs"];
                    }

                    """)
        }
    }

    @Test func `For Mermaid`() async throws {
        try await withHouse(document: "features: { crier: {} }") { house in
            let response = try await house.ask(.get, "/ops/v1/wiring?format=mermaid")
            #expect(
                response.text == """
                    flowchart LR
                      n0["crier"]
                      n1["listener"]:::off
                      n2(["crier.news"])
                      n3(["host.features"])
                      n4["host"]
                      n5{{"crier.cry"}}
                      n0 --> n2
                      n2 --> n1
                      n4 --> n3
                      n3 --> n1
                      n5 -.-> n0
                      n1 ==>|needs| n0
                      classDef off stroke-dasharray: 4 4

                    """)
        }
    }

    @Test func `What is kept lies beside its feature`() {
        let text = "id: bars\nversion: 1.0.0\nsummary: Bars.\n"
        let manifest = Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/bars"))
        let report = FeatureReport(
            id: "bars", state: .active, since: nil, starts: 1, isOn: true, document: true, toggle: nil, rollout: nil,
            manifest: manifest.content, folder: "/bars", needed: [], why: [], shutGate: nil, routes: [],
            topics: [], requests: [], keeps: ["bars", "blobs"], flags: [], kit: nil, settings: nil, runs: [])
        let map = WiringMap([report])
        #expect(map.value["features"]?[ValuePath([.element(0)])]?["keeps"] == ["bars", "blobs"])
        #expect(map.dot.contains("  n1 [label=\"bars, blobs\", shape=cylinder];\n  n0 -> n1 [arrowhead=none];\n"))
        #expect(map.mermaid.contains("  n1[(\"bars, blobs\")]\n  n0 --- n1\n"))
    }

    @Test func `Another format is refused with those there are`() async throws {
        try await withHouse { house in
            let response = try await house.ask(.get, "/ops/v1/wiring?format=dott")
            #expect(response.status == .badRequest)
            #expect(
                response.text.contains(
                    #"must be one of \"json\", \"dot\", \"mermaid\", not \"dott\"; did you mean \"dot\"?"#))
        }
    }

    @Test func `Names can't break out of a drawing`() {
        #expect(WiringMap.escapedForDot("a\"];\\ b\n") == #"a\"];\\ b "#)
        #expect(WiringMap.escapedForMermaid("a\"]-->b;#<x>\n") == "a#34;]--#62;b#59;#35;#60;x#62; ")
    }
}
