@_spi(Hosting) import FeatureKit
import FlagEngine
import TestSupport
import Testing

@testable import HostRuntime

/// The table "What wins" of docs/config.md, read from the page, holds for everything that its rows mean.
@Suite struct PrecedenceTests {
    /// What a document may say of who has a feature.
    struct Gate: Sendable {
        let text: String
        /// The same without a rollout or a split of its own.
        let condition: String
        let letsSomebodyIn: Bool

        static let all = [
            Gate(text: "", condition: "", letsSomebodyIn: true),
            Gate(text: "when: { country: ES }", condition: "when: { country: ES }", letsSomebodyIn: true),
            Gate(text: "rollout: 40%", condition: "", letsSomebodyIn: true),
            Gate(text: "split: { on: 10%, off: 20% }", condition: "", letsSomebodyIn: true),
            Gate(
                text: "when: { country: ES }, rollout: 10%", condition: "when: { country: ES }", letsSomebodyIn: true),
            Gate(text: "rollout: 0%", condition: "", letsSomebodyIn: false),
        ]
    }

    /// What an operator may say of whether a feature is on.
    enum Toggle: CaseIterable {
        case none, on, off, forced

        func override(of id: String) -> Override? {
            self == .none ? nil : .toggle(id, self == .on, "a test", isForced: self == .forced)
        }
    }

    /// One row of the page, as it is written.
    struct Row: Sendable {
        let cells: [String]

        static func all() throws -> [Row] {
            let page = try CommittedFile.text("docs/config.md")
            let part = try #require(page.components(after: "## What wins\n", before: "\n\n"))
            return part.split(separator: "\n").dropFirst(2).map { line in
                Row(cells: line.split(separator: "|").map { String($0.trimmed) })
            }
        }

        /// Whether it speaks of that case.
        func means(_ document: Bool?, locked: Bool, _ toggle: Toggle, _ rollout: UInt64?) -> Bool {
            let documents: [String: Bool] = [
                "off, or not named": document != true, "on": document == true, "either": true,
            ]
            let toggles: [String: Bool] = [
                "–": toggle == .none, "on": toggle == .on, "off": toggle == .off || (toggle == .forced && !locked),
                "off, by force": toggle == .forced,
            ]
            let rollouts: [String: Bool] = [
                "–": rollout == nil, "25 %": rollout != nil, "any": true, "does not count": true,
            ]
            return documents[cells[0]] == true && cells[1] == (locked ? "yes" : "no") && toggles[cells[2]] == true
                && rollouts[cells[3]] == true
        }
    }

    private static func scene() throws -> Scene {
        var scene = Scene()
        try scene.add("shop")
        try scene.add("safe", "locked: true")
        return scene
    }

    /// Who of a few hundred has a feature.
    private static func people(_ id: String, _ orders: Orders) throws -> Set<Int> {
        var asker = FlagAsker(FlagBoard(try #require(orders.flags)), clock: SystemClock())
        return Set(
            (0..<400).filter { number in
                let country: Value = number % 3 == 0 ? "ES" : "DE"
                return asker.lets(
                    Caller(key: "person-\(number)", attributes: ["country": country], origin: .http), have: id)
            })
    }

    private static func section(_ id: String, _ document: Bool?, _ gate: String) -> String {
        guard let document else { return "features: {}" }
        return "features: { \(id): { enabled: \(document)\(gate.isEmpty ? "" : ", ")\(gate) } }"
    }

    @Test func `Every row holds, crossed with every gate, and every case has one row`() throws {
        let rows = try Row.all()
        #expect(rows.count == 11 && rows.allSatisfy { $0.cells.count == 6 })
        let scene = try Self.scene()
        var cases = 0
        for (document, locked, toggle) in Self.cases {
            for rollout: UInt64? in [nil, 25] {
                let meant = rows.filter { $0.means(document, locked: locked, toggle, rollout) }
                try #require(
                    meant.count == 1, "\(String(describing: document)) \(locked) \(toggle)")
                // What is not named has no gate, and what is locked may have none.
                for gate in document == nil || locked ? Array(Gate.all.prefix(1)) : Gate.all {
                    try check(meant[0], scene, document, locked: locked, toggle, rollout, gate)
                    cases += 1
                }
            }
        }
        #expect(cases == 128)
    }

    private static let cases: [(Bool?, Bool, Toggle)] = [true, false, nil].flatMap { document in
        [false, true].flatMap { locked in Toggle.allCases.map { (document, locked, $0) } }
    }

    private func check(
        _ row: Row, _ scene: Scene, _ document: Bool?, locked: Bool, _ toggle: Toggle, _ rollout: UInt64?, _ gate: Gate
    ) throws {
        let id = locked ? "safe" : "shop"
        let overrides = Overrides(
            [toggle.override(of: id), rollout.map { Override.rollout(id, $0) }].compactMap(\.self))
        let text = Self.section(id, document, gate.text)
        let orders = try scene.compiled(text, overrides)
        let without = try scene.compiled(text)
        // As a document says it that has no overrides.
        let byGate = try scene.compiled(Self.section(id, true, gate.text))
        let ofGate = gate.condition.isEmpty ? "rollout: 25%" : gate.condition + ", rollout: 25%"
        let quarter = locked ? byGate : try scene.compiled(Self.section(id, true, ofGate))
        let comment = Comment("\(text), \(overrides.all.map(\.inWords)), \(row.cells)")

        switch row.cells[4] {
        case "off": #expect(!orders.wants(id), comment)
        case "runs, if the gate can let anyone in": #expect(orders.wants(id) == gate.letsSomebodyIn, comment)
        case "the same": #expect(orders.wants(id), comment)
        case "runs": #expect(orders.wants(id), comment)
        case "as without": #expect(orders.wants(id) == without.wants(id), comment)
        default: Issue.record("unknown words: \(row.cells[4])")
        }
        let people = try Self.people(id, orders)
        switch row.cells[5] {
        case "no": #expect(people.isEmpty, comment)
        case "everybody": #expect(people.count == 400, comment)
        case "by the gate": #expect(try people == Self.people(id, byGate), comment)
        case let words where words.hasPrefix("by the gate's `when`, and 25 % of those"):
            #expect(try people == Self.people(id, quarter), comment)
            #expect(people.count > (gate.condition.isEmpty ? 70 : 20), comment)
        case "as without": #expect(try people == Self.people(id, without), comment)
        default: Issue.record("unknown words: \(row.cells[5])")
        }
    }

    @Test func `Of a feature that is off a rollout waits, and says so`() throws {
        let rollout = Override.rollout("shop", 25)
        let orders = try Self.scene().compiled("features: { shop: { enabled: false } }", Overrides([rollout]))
        #expect(orders.status(of: rollout).words(rollout) == "shop is off; the rollout waits until it is on")
        let nobody = Override.rollout("shop", 0)
        let none = try Self.scene().compiled("features: { shop: {} }", Overrides([nobody]))
        #expect(!none.wants("shop") && none.status(of: nobody) == .counts, "nobody can have it, so it need not run")
        let all = try Self.scene().compiled("features: { shop: {} }", Overrides([.rollout("shop", 100)]))
        #expect(try Self.people("shop", all).count == 400)
    }

    @Test(arguments: [
        "rollout: 10%", "when: { country: ES }, rollout: 10%",
        "split: { by: team, seed: spring, shares: { on: 10%, off: 90% } }", "split: { off: 30%, on: 10% }",
        "split: { off: 9, on: 1 }",
    ])
    func `A rollout that grows and goes moves nobody else, coming and going`(gate: String) throws {
        let scene = try Self.scene()
        let text = "features: { shop: { \(gate) } }"
        var history = FlagHistory()
        func step(_ overrides: Override...) throws -> (Allocation, Orders) {
            let orders = try scene.compiled(text, Overrides(overrides), after: &history)
            return (try #require(history.allocations.bySplit["feature.shop / #1"]), orders)
        }
        let (ten, _) = try step()
        let (quarter, _) = try step(.rollout("shop", 25))
        #expect(abs(quarter.moved(from: ten) - 0.15) < 0.000_001)
        let (forty, _) = try step(.rollout("shop", 40))
        #expect(abs(forty.moved(from: quarter) - 0.15) < 0.000_001)
        // What the document says is the same as ever.
        let (back, _) = try step()
        #expect(abs(back.moved(from: forty) - 0.3) < 0.000_001 && back.moved(from: ten) == 0)
        let off = try step(.toggle("shop", false))
        #expect(off.0 == back, "while it is off its split knows its people")
    }
}

extension String {
    /// What stands between two texts.
    fileprivate func components(after start: String, before end: String) -> String? {
        guard let from = firstRange(of: start)?.upperBound else { return nil }
        let rest = self[from...]
        return String(rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)])
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)]
    }
}
