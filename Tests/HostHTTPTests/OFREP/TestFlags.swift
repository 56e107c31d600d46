@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import FlagEngine
import HTTPServer
import HostRuntime
import TestSupport
import Testing

@testable import HostHTTP

/// Flags for tests, made by hand.
enum TestFlags {
    static let place = FlagPlace(file: "flags.yaml", line: 1, column: 1)

    static func program(_ flags: [FlagDefinition], revision: UInt64 = 1) -> FlagProgram {
        var problems: [FlagProblem] = []
        let program = FlagProgram(
            FlagDefinitions(sets: [FlagSet(source: "flags.yaml", flags: flags)]), revision: revision,
            problems: &problems)
        #expect(problems.allSatisfy { $0.severity == .warning }, "\(problems)")
        return program
    }

    static func snapshot(_ flags: [FlagDefinition], etag: String = "one", seconds: Int64 = 1_000) -> FlagBoard.Snapshot
    {
        FlagBoard.Snapshot(
            program(flags), etag: etag, since: Timestamp(nanoseconds: seconds * 1_000_000_000))
    }

    static func flag(
        _ key: String, _ kind: FlagKind, _ variants: [(String, Value)], default name: String?,
        _ change: (inout FlagDefinition) -> Void = { _ in }
    ) -> FlagDefinition {
        var flag = FlagDefinition(
            key: key, place: place, kind: kind,
            variants: variants.map { FlagDefinition.Variant(name: $0.0, value: $0.1, place: place) },
            defaultVariant: name)
        change(&flag)
        return flag
    }

    static func toggle(_ key: String, _ isOn: Bool = true) -> FlagDefinition {
        flag(key, .boolean, [("on", true), ("off", false)], default: isOn ? "on" : "off")
    }

    static func clause(_ attribute: String, _ test: ClauseTest = .eq, _ operand: Value) -> Condition {
        .clause(Clause(attribute: attribute, test: test, operand: operand, place: place))
    }

    static func rule(_ condition: Condition?, serve variant: String) -> Rule {
        Rule(name: nil, condition: condition, outcome: .serve(variant: variant), place: place)
    }

    /// One of every sort.
    static let all: [FlagDefinition] = [
        toggle("static"),
        flag("targeted", .boolean, [("on", true), ("off", false)], default: "off") {
            $0.targeting = .rules([rule(clause("country", .in, ["ES", "FR"]), serve: "on")])
            $0.metadata = ["team": "shop", "level": 3]
        },
        flag("greeting", .string, [("hi", "Hola \"tú\""), ("bye", "")], default: "hi"),
        flag("limit", .integer, [("few", 3), ("many", 30)], default: "many"),
        flag("ratio", .float, [("low", 0.25), ("whole", 3)], default: "whole"),
        flag("layout", .object, [("wide", ["columns": [1, 2.5, nil]])], default: "wide"),
        flag("code-default", .string, [("a", "b")], default: nil),
        flag("disabled", .string, [("a", "b")], default: "a") { $0.isEnabled = false },
        flag("off", .string, [("a", "b"), ("none", "")], default: "a") {
            $0.isEnabled = false
            $0.offVariant = "none"
        },
        flag("path/with/slashes and é%", .boolean, [("on", true)], default: "on"),
    ]
}

/// OFREP without sockets: a `Router`, flags that a test changes, and a clock.
struct FlagHouse: Sendable {
    let front: TestFront
    let board: FlagBoard
    let exposures: Exposures
    let ofrep: OFREP

    /// Asks for one flag, or for all where no key is given.
    func ask(
        _ target: String, _ body: String = #"{"context":{"targetingKey":"alice","country":"ES"}}"#,
        fields: [(String, String)] = [("Content-Type", "application/json")],
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Response {
        try await front.ask(.post, "/ofrep/v1/evaluate/flags\(target)", fields: fields, body: body, at: place)
    }
}

func withFlags(
    _ flags: [FlagDefinition] = TestFlags.all, _ body: (FlagHouse) async throws -> Void
) async throws {
    let board = FlagBoard(TestFlags.snapshot(flags))
    let clock = TestClock()
    let background = BackgroundWork()
    let exposures = try Exposures(
        stores: MemoryStore(), bus: BusCore(clock: clock.source), clock: clock.source,
        log: Log(feature: "host", sink: CapturedLog().sink))
    let ofrep = OFREP(board, exposures: exposures, clock: clock.source, background: background)
    try await withFront(fixtures: ofrep.fixtures(loops: 2), clock: clock) { front in
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await background.run() }
            group.addTask { await ofrep.run() }
            defer { group.cancelAll() }
            try await body(FlagHouse(front: front, board: board, exposures: exposures, ofrep: ofrep))
        }
    }
}
