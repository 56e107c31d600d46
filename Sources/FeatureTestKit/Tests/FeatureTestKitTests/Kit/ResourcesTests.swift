import FeatureKit
import FeatureTestKit
import Testing

@Record @Collection("parcels", .on(\.due)) private struct Parcel: Equatable {
    /// Which number.
    var number: Int
    /// When it is thrown away.
    var due: Timestamp
}

@Record @Topic("depot.parcels", retain: .latest) private struct ParcelEvent: Equatable {
    /// Which number.
    var number: Int
}

@Resources private struct DepotService {
    let store: Store
    let clock: FeatureClock
    let parcels: StoredCollection<Parcel>
    let events: Publisher<ParcelEvent>
    let most: Int
}

/// A depot whose resources are declared once, as properties.
private struct Depot: Feature {
    static let contracts = DepotService.contracts + DepotService.parcelRoutes.contracts
    let context: FeatureContext
    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        let service = try DepotService(context, most: 3)
        try DepotService.parcelRoutes.serve(by: service, on: context.routes)
        context.ready()
        await context.untilStopped()
    }
}

@Routes("depot", as: "parcelRoutes") extension DepotService {
    /// Keeps a parcel.
    /// - Parameter number: Which number.
    @Post("/parcels", .everyone)
    func keep(@In(0...1_000) number: Int) async throws -> Done {
        let due = clock.now
        try await store.transaction { tx in
            tx.publish(ParcelEvent(number: number), on: events)
            guard try tx.count(parcels) < most else { throw RouteError.conflict("full") }
            try tx.insert(parcels, Parcel(number: number, due: due))
        }
        return Done()
    }
}

@Suite(.timeLimit(.minutes(1))) struct ResourcesTests {
    @Test func `What a transaction publishes comes once it is on the disk, and not where it fails`() async throws {
        try await withFeature(Depot.self, settings: NoSettings()) { probe in
            for number in 1...3 {
                _ = try await probe.call(DepotService.keepRoute, .init(number: number))
                #expect(try await probe.expect(ParcelEvent.topic).number == number)
            }
            let refusal = try await probe.refusal { try await probe.call(DepotService.keepRoute, .init(number: 4)) }
            #expect(refusal?.code == "conflict")
            await probe.expectNone(ParcelEvent.topic)
        }
    }

    @Test func `All documents are found, the first of them, and all are deleted however many there are`() async throws {
        try await withFeature(Depot.self, settings: NoSettings()) { probe in
            let parcels = try probe.store.collection(Parcel.documents)
            let start = probe.clock.now
            let most = 1_203
            for from in stride(from: 0, to: most, by: 400) {
                try await probe.store.transaction { tx in
                    for number in from..<min(most, from + 400) {
                        let due = start.advanced(by: .seconds(number))
                        try tx.insert(parcels, Parcel(number: number, due: due))
                    }
                }
            }
            var numbers: [Int] = []
            for try await stored in parcels.all(order: .by("due")) { numbers.append(stored.document.number) }
            #expect(numbers == Array(0..<most))
            #expect(try await parcels.first(order: .descending(by: "due"))?.document.number == most - 1)
            let soon = start.advanced(by: .seconds(1_099))
            #expect(try await parcels.first(where: [.above("due", soon)], order: .by("due"))?.document.number == 1_100)
            try await probe.store.transaction { tx in
                #expect(try tx.all(parcels, where: [.above("due", soon)]).count == 103)
                #expect(try tx.all(parcels, where: [], order: .descending(by: "due")).map(\.document.number).last == 0)
                // One that there is changes, and one that there is not is made.
                let late = start.advanced(by: .seconds(9_000))
                for number in [0, 1] {
                    try tx.update(parcels, where: [.equals("due", late)], or: Parcel(number: 9_000, due: late)) {
                        $0.number += number
                    }
                }
                #expect(try tx.all(parcels, where: [.equals("due", late)]).map(\.document.number) == [9_001])
                try tx.delete(parcels, where: [.equals("due", late)])
            }
            var deleted = 0
            try await parcels.deleteAll(where: [.upTo("due", soon)]) { _ in deleted += 1 }
            #expect(deleted == 1_100)
            #expect(try await parcels.count() == 103)
            try await parcels.deleteAll(where: [])
            #expect(try await parcels.first() == nil)
            for try await _ in parcels.all() { Issue.record("nothing is left") }
        }
    }
}
