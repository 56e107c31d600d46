import FeatureKit
import Foundation
import HostConfig
import TestSupport
import Testing

@testable import HostProof

/// Reports as people, CI systems and programs read them.
@Suite struct ReportTests {
    private static let scenario = ProofCase(id: "1", group: "beacons.yaml", name: "a red flag [mode: redFlag]")
    private static let rule = ProofCase(id: "2", group: ProofCase.conformance, name: "starts and is ready")

    private static func report(_ verdicts: ProofVerdict..., problems: [String] = []) -> ProofReport {
        ProofReport(
            feature: "track", version: "0.1.0",
            results: zip([scenario, rule], verdicts).map { ProofResult($0, $1, took: .milliseconds(4)) },
            problems: problems, took: .milliseconds(312))
    }

    private static func shown(_ report: ProofReport, _ style: ProofText.Style) -> String {
        var text = ProofText(report.feature, style: style)
        let plan = ProofPlan(
            version: report.version, cases: report.results.map(\.about), remarks: report.remarks)
        var shown = text.text(of: .planned(plan))
        for result in report.results {
            shown += text.text(of: .begins(result.about)) + text.text(of: .ended(result))
        }
        return shown + text.end(report)
    }

    private static let plain = ProofText.Style(hasColours: false, isLive: false)

    @Test func `what passes is shown in groups, with what it took`() {
        #expect(
            Self.shown(Self.report(.passed, .passed), Self.plain) == """
                track 0.1.0
                  beacons.yaml
                    ✔ a red flag [mode: redFlag]     4 ms
                  conformance
                    ✔ starts and is ready            4 ms
                track: 1 scenario and 1 rule passed in 312 ms

                """)
    }

    @Test func `what fails says why, and can't steer a terminal`() {
        let report = Self.report(.failed("error: no\n  \u{1B}[2Jmessage"), .passed, problems: ["gone"])
        #expect(
            Self.shown(report, Self.plain) == """
                track 0.1.0
                  beacons.yaml
                    ✘ a red flag [mode: redFlag]     4 ms
                      error: no
                        \\u{001B}[2Jmessage
                  conformance
                    ✔ starts and is ready            4 ms
                  track: error: gone
                track: 1 of 1 scenario failed, 1 rule passed in 312 ms

                """)
    }

    @Test func `a terminal shows what goes on, in colours`() {
        let shown = Self.shown(Self.report(.passed), ProofText.Style(hasColours: true, isLive: true))
        #expect(
            shown.contains("\r\u{1B}[K\u{1B}[2m    … a red flag [mode: redFlag]\u{1B}[0m\r\u{1B}[K  beacons.yaml\n"))
        #expect(shown.contains("\u{1B}[32m    ✔ \u{1B}[0ma red flag"))
        let dull = Self.shown(Self.report(.passed), ProofText.Style(hasColours: false, isLive: true))
        #expect(!dull.replacing("\u{1B}[K", with: "").contains("\u{1B}"))
    }

    @Test func `a proof that could not begin is none that passed`() {
        let report = ProofReport(
            feature: "bars", version: nil, remarks: [.init(isError: true, "Scenarios/a.yaml:1:1: error: x")],
            took: .zero)
        #expect(
            Self.shown(report, Self.plain)
                == "bars\n  Scenarios/a.yaml:1:1: error: x\nbars: can't be tried\n")
        #expect(!report.hasPassed)
        let silent = ProofReport(feature: "bars", version: nil, problems: ["it was stopped"], took: .zero)
        #expect(silent.failuresInWords == "it was stopped")
    }

    @Test func `durations are as short as they say something`() {
        let durations: [Duration] = [
            .microseconds(40), .microseconds(940), .milliseconds(12), .milliseconds(1_239), .seconds(75),
        ]
        #expect(durations.map(\.forPeople) == ["0.0 ms", "0.9 ms", "12 ms", "1.23 s", "75.00 s"])
    }

    @Test func `a refusal names what failed, in a line`() {
        let report = Self.report(.failed("error: no message\nmore"), .failed("it is failed"))
        #expect(
            report.failuresInWords
                == "\"a red flag [mode: redFlag]\": error: no message; \"starts and is ready\": it is failed")
    }

    @Test func `data says the same`() {
        let value = Self.report(.passed, .failed("no"), problems: ["gone"]).value
        #expect(value["feature"] == "track" && value["passed"] == false && value["errors"] == ["gone"])
        #expect(
            value["cases"] == [
                ["group": "beacons.yaml", "name": "a red flag [mode: redFlag]", "passed": true, "seconds": 0.004],
                [
                    "group": "conformance", "name": "starts and is ready", "passed": false, "seconds": 0.004,
                    "failure": "no",
                ],
            ])
    }

    @Test func `JUnit's XML can be read, whatever stands in it`() throws {
        let evil = "]]> <&\"'> \u{0}\u{8}\u{1B}[31m \u{FFFE} línea\r\n\ttwo"
        let report = ProofReport(
            feature: "track", version: "0.1.0",
            results: [
                ProofResult(
                    ProofCase(id: "1", group: "a \"b\" <c>.yaml", name: evil), .failed(evil), took: .seconds(1)),
                ProofResult(Self.rule, .passed, took: .milliseconds(1)),
            ], remarks: [.init(isError: false, evil)], problems: [evil], took: .seconds(2))
        let document = try XMLReading(JUnitReport.xml([report]))
        let readable = "]]> <&\"'> \u{FFFD}\u{FFFD}\u{FFFD}[31m \u{FFFD} línea\r\n\ttwo"
        let root = try #require(document.elements.first)
        #expect(root.name == "testsuites")
        #expect(
            root.attributes["tests"] == "3" && root.attributes["failures"] == "1" && root.attributes["errors"] == "1")
        let suites = document.elements.filter { $0.name == "testsuite" }
        #expect(suites.map { $0.attributes["name"] } == ["track", "track.a \"b\" <c>.yaml", "track.conformance"])
        let failure = try #require(document.elements.first { $0.name == "failure" })
        #expect(failure.text == readable)
        #expect(failure.attributes["message"] == "]]> <&\"'> \u{FFFD}\u{FFFD}\u{FFFD}[31m \u{FFFD} línea")
        let named = try #require(document.elements.first { $0.attributes["name"] == readable })
        #expect(named.attributes["time"] == "1.0")
        #expect(document.elements.first { $0.name == "error" }?.text == readable)
        #expect(document.elements.first { $0.name == "system-out" }?.text == readable)
    }

    @Test func `a proof of a worker says that it is one, wherever it is read`() {
        let about = ProofCase(id: "conformance/starts", group: "conformance", name: "starts and is ready")
        let report = ProofReport(
            feature: "track", way: .worker, version: "0.1.0",
            results: [ProofResult(about, .failed("no"), took: .milliseconds(4))], took: .milliseconds(5))
        var text = ProofText("track", .worker, style: .init(hasColours: false, isLive: false))
        #expect(text.text(of: .planned(ProofPlan(version: "0.1.0", cases: [about]))) == "track 0.1.0 [worker]\n")
        #expect(text.end(report) == "track [worker]: 1 of 1 rule failed in 5 ms\n")
        let host = ProofReport(feature: "track", way: .host, version: "0.1.0", took: .zero)
        #expect(
            ProofText.summary(of: [host, report], style: .init(hasColours: false, isLive: false))
                == "2 proofs: 1 passed, 1 failed (track [worker])\n")
        #expect(report.value["runs"] == "worker" && host.value["runs"] == "host")
        #expect(JUnitReport.xml([report]).contains("<testsuite name=\"track [worker].conformance\""))
    }
}

/// The elements of an XML document, as Python's parser reads them.
private struct XMLReading {
    struct Element {
        let name: String
        let attributes: [String: String]
        let text: String
    }

    let elements: [Element]

    init(_ text: String) throws {
        let script = """
            import sys, json, xml.etree.ElementTree as tree
            root = tree.fromstring(sys.stdin.buffer.read())
            print(json.dumps([[e.tag, e.attrib, e.text or ""] for e in root.iter()]))
            """
        let data = Data(try ProgramRun("/usr/bin/python3", ["-c", script], input: text).output.utf8)
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[Any]])
        elements = try list.map {
            Element(
                name: try #require($0[0] as? String), attributes: try #require($0[1] as? [String: String]),
                text: try #require($0[2] as? String))
        }
    }
}
