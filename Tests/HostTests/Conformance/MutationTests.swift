import FeatureKit
@_spi(Hosting) import FeatureRig
import Foundation
import JSON
import TestSupport
import Testing

/// That the conformance suite notices: each rule is broken on purpose by `Fixtures/Faulty`, and has to fail.
///
/// A plain run breaks each rule once, `make soak` in every way that the fixture knows, in the host and in a worker.
@Suite(.timeLimit(.minutes(10)), .serialized) struct MutationTests {
    /// The ways to break rules, RULE.HOW, in the fixture's order.
    static let breaks: [String] = {
        let source = try? String(
            contentsOfFile: "\(Built.tree)/Tests/HostTests/Fixtures/Faulty/Sources/FaultyFeature/Break.swift",
            encoding: .utf8)
        return (source ?? "").matches(of: /case \w+ = "([a-z0-9.-]+)"/).map { String($0.1) }
    }()

    /// The first of each rule, or all of them; in a worker without those of Shapes, which come from the packed contracts.
    static let tried: [String] = {
        let some = breaks.filter {
            way == "host" || !endWithTheProcess.contains($0) && !["shapes", "settings"].contains(rule(of: $0))
        }
        guard !Soak.isAsked else { return some }
        var seen: Set<String> = []
        return some.filter { seen.insert(rule(of: $0)).inserted }
    }()

    /// What of a worker can't be noticed: it goes with its process, which is ended where it does not end by itself.
    static let endWithTheProcess: Set<String> = [
        "stops-clean.leaves-a-descriptor", "stops-clean.leaves-a-thread", "stops-clean.leaves-a-subscription",
        "stops-clean.starts-only-once", "cancel.while-it-runs", "cancel.while-it-starts", "cancel.while-it-is-asked",
        "store.fails-for-good", "off-is-gone.publishes", "off-is-gone.logs",
    ]

    private static func rule(of name: String) -> String { String(name.prefix { $0 != "." }) }

    @Test func `unbroken it passes every rule, so that what fails below fails by its break`() async throws {
        let report = try await Self.report(breaking: nil, cycles: Soak.isAsked ? 100 : 10)
        #expect(report.exit == .code(0), "\(report.failures)")
        let asked = ConformanceRule.asked(Self.way == "worker" ? .worker : .host)
        #expect(Set(report.passed) == Set(asked.map(\.name)))
    }

    @Test func `every rule is broken by something, and everything breaks a rule`() {
        #expect(Set(Self.breaks.map(Self.rule)) == Set(ConformanceRule.all.map(\.id)))
        #expect(Set(Self.breaks).count == Self.breaks.count)
    }

    @Test(arguments: tried) func `what is broken is noticed by the rule that is meant`(_ name: String) async throws {
        let rule = try #require(ConformanceRule.all.first { $0.id == Self.rule(of: name) })
        let report = try await Self.report(breaking: name, only: rule.name)
        #expect(report.exit == .code(1), "\(name) was not noticed")
        #expect(report.failures[rule.name] != nil, "\(name) was not noticed: \(report.failures)")
    }

    /// Where the fixture runs.
    private static let way = ProcessInfo.processInfo.environment["FLAGSTAND_MUTATED"] ?? "host"

    private struct Report {
        let exit: HostProcess.Exit
        let passed: [String]
        /// What is wrong, by the rule's name.
        let failures: [String: String]
    }

    /// What `flagstand test` says of the fixture.
    private static func report(breaking name: String?, only rule: String? = nil, cycles: Int = 5) async throws -> Report
    {
        let folder = try TestFolder()
        try folder.makeFolder("faulty")
        try folder.copy(
            "\(Built.tree)/Tests/HostTests/Fixtures/Faulty/Sources/FaultyFeature/feature.yaml",
            to: "faulty/feature.yaml")
        try folder.addLibrary(of: "Faulty", to: "faulty")
        var command = HostCommand(["test", "./faulty", "--json", "--cycles", "\(cycles)", "--runs", way])
        if let rule { command.arguments += ["--filter", rule] }
        command.folder = folder.path
        if let name { command.environment["FLAGSTAND_BREAK"] = name }
        let (exit, output, errors) = try await HostProcess.end(of: command)
        let data = try JSONDecoder().decode(Reports.self, from: Data(output.utf8))
        let feature = try #require(data.features.first, "\(errors)")
        #expect(feature.errors == [])
        return Report(
            exit: exit, passed: feature.cases.filter(\.passed).map(\.name),
            failures: Dictionary(
                feature.cases.filter { !$0.passed }.map { ($0.name, $0.failure ?? "") },
                uniquingKeysWith: { one, _ in one }
            ))
    }

    private struct Reports: Decodable {
        struct Feature: Decodable {
            let cases: [Case]
            let errors: [String]
        }

        struct Case: Decodable {
            let name: String
            let passed: Bool
            let failure: String?
        }

        let features: [Feature]
    }
}
