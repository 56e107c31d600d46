/// Erases people from what a feature keeps, as its collections' person rules say.
///
/// The list is that of `accounts.erasures`. How far the feature came in it is kept in its own store, so that it catches up
/// at each start on what was erased while it was off.
final class Erasures: Sendable {
    /// How many documents one transaction erases at most.
    private static let batch = 200
    /// How long it waits for an answer.
    private static let patience = Duration.seconds(5)
    /// How long the feature's start waits for what it missed; a slow store or list holds no feature up.
    package static let startLimit = Duration.seconds(1)
    /// How long it waits after a failure, twice as long each time.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(60))

    private struct Person: Sendable {
        let collection: StoredCollection<Value>
        let rule: PersonRule
        /// What tells whether the documents have the fields that the rule names.
        let upgrades: StoredCollection<UpgradeProgress>?
    }

    private let people: [Person]
    private let progress: StoredValue<ErasureProgress>
    private let store: StoreAccess
    private let bus: Bus
    private let clock: FeatureClock
    private let newest: Messages<NewestErasure>

    /// Nil where no collection has a person rule, and where the bus is elsewhere.
    init?(_ contracts: [Contract], in store: StoreAccess, member: Member, clock: FeatureClock) throws {
        let kept = contracts.compactMap { contract in contract.person.map { (contract, $0) } }
        guard !kept.isEmpty, !contracts.listsErased, member.core.uplink == nil else { return nil }
        people = try kept.map { contract, rule in
            Person(
                collection: try store.store.collection(named: contract.name, as: Value.self), rule: rule,
                upgrades: contract.needs.contains(.upgrades) ? try store.kitCollection(Documents.upgradeProgress) : nil)
        }
        progress = try store.store.value(Documents.erasureProgress)
        self.store = store
        self.clock = clock
        bus = Bus(member: member)
        newest = try bus.messages(on: .erased, overflow: .dropOldest(1))
    }

    /// Runs a feature once it has caught up, or after `startLimit`, and erases people beside it as the list grows.
    static func erase(_ erasures: Erasures?, beside feature: () async throws -> Void) async rethrows {
        guard let erasures else { return try await feature() }
        let begun = Signal()
        async let _ = erasures.run(begun)
        await erasures.wait(for: begun)
        try await feature()
        // What is still being erased is cancelled here; the next start goes on with it.
    }

    private func wait(for begun: Signal) async {
        await withTaskGroup { group in
            group.addTask { await begun.wait() }
            group.addTask { [clock] in try? await clock.sleep(for: Self.startLimit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Where nobody lists who was erased, catching up is done once somebody does.
    private func run(_ begun: Signal) async {
        do { try await catchUp() } catch let error as RequestError where error.code == .unavailable {
            bus.member.log.debug("nobody lists who was erased now", [("error", "\(error)")])
        } catch { warn(error) }
        begun.raise()
        for await _ in newest {
            var pause = Self.pauses.first
            while !store.isStopping, !Task.isCancelled {
                do {
                    try await catchUp()
                    break
                } catch {
                    warn(error)
                    do { try await clock.sleep(for: pause) } catch { return }
                    pause = min(pause * 2, Self.pauses.longest)
                }
            }
        }
    }

    private func warn(_ error: any Error) {
        guard !store.isStopping, !Task.isCancelled else { return }
        bus.member.log.warning("could not erase people; trying again later", [("error", "\(error)")])
    }

    private func catchUp() async throws {
        var number = try await progress.get()?.number ?? 0
        while !store.isStopping {
            let page = try await bus.request(.erasures, ErasuresAfter(after: number), within: Self.patience)
            // A list that does not go on would be asked for ever.
            let items = page.items.filter { $0.number > number }
            guard !items.isEmpty else { return }
            for erasure in items { try await erase(erasure) }
            number = items.map(\.number).max() ?? number
        }
    }

    private func erase(_ erasure: Erasure) async throws {
        var isDone = false
        while !isDone { isDone = try await store.write { tx in try self.erase(erasure, tx) } }
    }

    /// Erases a batch and, with the last one, writes the number; false where more is left.
    private func erase(_ erasure: Erasure, _ tx: StoreTransaction) throws -> Bool {
        var left = Self.batch
        for person in people {
            // A worker upgrades its documents itself, which may go on while erased people are asked for.
            if let upgrades = person.upgrades, let layout = try? store.checked(named: person.collection.name).layout {
                let state = try tx.get(upgrades, layout.name)?.document ?? UpgradeProgress()
                if state.isBehind(layout.upgrades) { throw StoreError.isBehind(layout.name) }
            }
            let condition = StoreCondition.equals(FieldKey(person.rule.field), erasure.key)
            for stored in try tx.query(person.collection, where: [condition], limit: left).items {
                left -= 1
                guard case .object(var members) = stored.document, !person.rule.deletes else {
                    try tx.delete(person.collection, stored.id)
                    continue
                }
                for field in [person.rule.field] + person.rule.cleared { members[field] = nil }
                try tx.put(person.collection, .object(members), id: stored.id)
            }
            guard left > 0 else { return false }
        }
        try progress.put(ErasureProgress(number: erasure.number), in: tx)
        return true
    }
}

/// How far a feature came in the list of people who were erased.
@Record struct ErasureProgress: Equatable {
    /// The number of the last one.
    @In(0...Int64.max) var number: Int64
}

extension Documents where Document == ErasureProgress {
    static var erasureProgress: Self { .init(KitCollection.erasures.rawValue) }
}
