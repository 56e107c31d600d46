@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// Changes of all kinds that come to a host at the same time, until it is killed; and what was acknowledged of them.
final class ChangeStorm: Sendable {
    /// Something that an operator asked for; its reason is its own, so that it is found in the history.
    struct Order: Sendable {
        enum Kind: Sendable {
            case override(target: String, value: Value)
            case apply(Value)
            case rollback(to: Int)
        }

        let kind: Kind
        let reason: String
    }

    /// What the host said of an order.
    struct Acknowledgement: Sendable {
        let order: Order
        /// Its revision and that one's hash; nil where the answer does not name them.
        let revision: Int?
        let hash: String?
    }

    struct State {
        var acknowledged: [Acknowledgement] = []
        /// What the host has not answered, by who asked for it.
        var pending: [String: Order] = [:]
        /// What was saved, the newest last; the last one perhaps not.
        var saved: [String] = []
        var lastRevision: Int
        var number: Int
    }

    private let state: Lock<State>
    private let folder: TestFolder
    private let enough = Signal()
    /// After how many acknowledgements the host is killed, and how many looks at the clock later.
    private let moment: (acknowledged: Int, spins: Int)
    private let seed: UInt64

    /// - Parameters:
    ///   - revision: The last one before it.
    ///   - number: What stood in the last document; those that it makes have greater ones.
    ///   - acknowledged: How many changes are acknowledged at least before the host is killed.
    init(
        in folder: TestFolder, after revision: Int, from number: Int, acknowledged: ClosedRange<Int> = 0...25,
        using generator: inout SeededGenerator
    ) {
        self.folder = folder
        state = Lock(State(lastRevision: revision, number: number))
        moment = (.random(in: acknowledged, using: &generator), .random(in: 0...3_000, using: &generator))
        seed = .random(in: 0 ... .max, using: &generator)
        if moment.acknowledged == 0 { enough.raise() }
    }

    /// What has come of it.
    var outcome: State { state.withLock { $0 } }

    /// Lets it rage until the host is dead.
    func rage(at host: HostProcess) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let writers: [(String, @Sendable (inout SeededGenerator) -> Order.Kind)] = [
                (
                    "server",
                    {
                        .override(
                            target: "flags/note/serve", value: .text(["b", "c", "d"].randomElement(using: &$0) ?? ""))
                    }
                ),
                (
                    "roller",
                    {
                        .override(
                            target: "features/ble/rollout", value: .text("\(Int.random(in: 1...99, using: &$0))%"))
                    }
                ),
                ("applier", { [self] _ in .apply(Self.document(nextNumber())) }),
                (
                    "returner",
                    { [self] in
                        .rollback(to: max(1, state.withLock { $0.lastRevision } - .random(in: 0...4, using: &$0)))
                    }
                ),
            ]
            for (index, (name, make)) in writers.enumerated() {
                group.addTask { [self] in
                    var generator = SeededGenerator(seed: seed &+ UInt64(index))
                    try await write(as: name, make, &generator)
                }
            }
            group.addTask { [self] in try await save() }
            group.addTask { [self] in
                await enough.wait()
                for _ in 0..<moment.spins { sched_yield() }
                host.send(SIGKILL)
            }
            try await group.waitForAll()
        }
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.number += 1
            return state.number
        }
    }

    private func write(
        as name: String, _ make: @Sendable (inout SeededGenerator) -> Order.Kind, _ generator: inout SeededGenerator
    ) async throws {
        var count = 0
        while true {
            count += 1
            let order = Order(kind: make(&generator), reason: "\(name) \(seed) \(count)")
            state.withLock { $0.pending[name] = order }
            // Once the host is gone nobody answers.
            guard let answer = try? await order.ask(folder.localSocket) else { return }
            try #require(answer.status == 200, "\(order): \(answer.text)")
            try acknowledge(order, of: name, answer.json())
        }
    }

    private func acknowledge(_ order: Order, of name: String, _ answer: Value) {
        state.withLock { state in
            state.pending[name] = nil
            switch order.kind {
            case .override:
                // The same value once more is no change.
                guard answer["override"]?["reason"] == .text(order.reason) else { return }
                state.acknowledged.append(Acknowledgement(order: order, revision: nil, hash: nil))
            case .apply, .rollback:
                guard case .integer(let number)? = answer["revision"]?["revision"],
                    case .text(let hash)? = answer["revision"]?["hash"]
                else { return }
                state.lastRevision = max(state.lastRevision, Int(number))
                state.acknowledged.append(Acknowledgement(order: order, revision: Int(number), hash: hash))
            }
            if state.acknowledged.count >= moment.acknowledged { enough.raise() }
        }
    }

    /// Saves the document again and again; nobody acknowledges that.
    private func save() async throws {
        while true {
            let text = Self.document(nextNumber()).json
            state.withLock { $0.saved.append(text) }
            try folder.write("plugins.yaml", text)
            guard (try? await folder.localSocket.get("/ops/v1/config")) != nil else { return }
        }
    }

    /// A document in which a number is the only thing of its kind, and with it some people move.
    static func document(_ number: Int, steady: Value = ["red": 20, "blue": 35, "green": 45]) -> Value {
        let colors: Value = ["red": "r", "blue": "b", "green": "g"]
        let moving: Value = [
            "red": .integer(Int64(1 + number % 7)), "blue": .integer(Int64(1 + number % 5)), "green": 3,
        ]
        return [
            "features": [
                "ble": [
                    "settings": [
                        "captures": [["file": .text("\(Built.tree)/samples/lap.btsnoop"), "repeat": true]],
                        "trust": "anyone",
                    ]
                ], "track": [:],
            ],
            "flags": [
                "number": .integer(Int64(number)),
                "note": ["variants": ["a": "A", "b": "B", "c": "C", "d": "D"], "default": "a"],
                "steady": ["variants": colors, "default": "red", "split": steady],
                "moving": ["variants": colors, "default": "red", "split": moving],
            ],
        ]
    }
}

extension ChangeStorm.Order {
    fileprivate func ask(_ localSocket: Way) async throws -> Way.Answer {
        let reason = self.reason.replacing(" ", with: "%20")
        switch kind {
        case .override(let target, let value):
            return try await localSocket.ask(
                "PUT", "/ops/v1/overrides/\(target)", json: ["value": value, "reason": .text(self.reason)])
        case .apply(let document):
            return try await localSocket.ask(
                "POST", "/ops/v1/config/apply?name=new.json&reason=\(reason)", json: document)
        case .rollback(let revision):
            return try await localSocket.ask(
                "POST", "/ops/v1/revisions/\(revision)/rollback", json: ["reason": .text(self.reason)])
        }
    }
}
