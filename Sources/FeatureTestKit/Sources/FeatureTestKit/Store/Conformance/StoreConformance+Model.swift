@_spi(Hosting) internal import FeatureKit
internal import FeatureRig
internal import Glibc
internal import Testing

extension StoreConformance {
    /// Random operations against a plain dictionary; `FLAGSTAND_SEED=<seed>` runs them again.
    static let model: [Case] = [
        Case("Random operations do to a store what they do to a dictionary") { bench in
            let wanted = unsafe getenv("FLAGSTAND_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
            let seed = wanted ?? .random(in: 0 ... .max)
            print("random operations on a store: run again with FLAGSTAND_SEED=\(seed)")
            var random = RandomNumbers(state: seed)
            var model = StoreModel()
            var open = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
            var place = try await open.store.read { try $0.token }
            for round in 0..<60 {
                let plan = (0..<Int.random(in: 1...6, using: &random)).map { _ in StoreStep(&random) }
                let isGivenUp = Int.random(in: 0..<5, using: &random) == 0
                let (before, store) = (model, open.store)
                let (things, seats) = (try store.collection(.things), try store.collection(.seats))
                do {
                    model = try await store.transaction { [model] tx in
                        var next = model
                        for step in plan {
                            let done = step.run(tx, things, seats)
                            let expected = next.take(step)
                            #expect(done == expected, "round \(round), seed \(seed): \(step)")
                        }
                        if isGivenUp { throw Halt() }
                        return next
                    }
                } catch is Halt { model = before }
                try await model.expectSame(in: open, "round \(round), seed \(seed)")
                let changes = try await things.changes(after: place).first(model.changed - before.changed)
                #expect(changes.count == model.changed - before.changed, "round \(round), seed \(seed)")
                // The last change of each document tells what it is now.
                let last = Dictionary(changes.map { (ByteText($0.id), $0.document) }, uniquingKeysWith: { $1 })
                for (id, document) in last {
                    #expect(document == model.things[id], "round \(round), seed \(seed): \(id.text)")
                }
                place = try await open.store.read { try $0.token }
                if round % 20 == 19 {
                    try await bench.restart()
                    open = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
                }
            }
        }
    ]
}

/// One random operation.
private enum StoreStep: Sendable {
    case putThing(String, Thing)
    case insertThing(String, Thing)
    case deleteThing(String)
    case putSeat(String, Seat)
    case deleteSeat(String)
    case putBlob(String, [UInt8])
    case deleteBlob(String)

    init(_ random: inout RandomNumbers) {
        func id() -> String { ["a", "b", "é", "e\u{301}", "🦩", "%"].randomElement(using: &random) ?? "a" }
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: self = .putThing(id(), Self.thing(&random))
        case 3: self = .insertThing(id(), Self.thing(&random))
        case 4: self = .deleteThing(id())
        case 5...6:
            func number() -> Int? { [nil, 0, 1].randomElement(using: &random) ?? nil }
            let guest = [nil, "Ann", "ANN", "Änn", "Bob"].randomElement(using: &random) ?? nil
            self = .putSeat(id(), Seat(row: number(), place: number(), guest: guest))
        case 7: self = .deleteSeat(id())
        case 8: self = .putBlob(id(), (0..<Int.random(in: 0...9, using: &random)).map { UInt8($0) })
        default: self = .deleteBlob(id())
        }
    }

    private static func thing(_ random: inout RandomNumbers) -> Thing {
        let names = ["", "Café", "CAFE", "tea", "100%", "🦩"]
        return Thing(
            name: names.randomElement(using: &random) ?? "",
            count: [nil, .min, -1, 0, 1, .max].randomElement(using: &random) ?? nil,
            share: [nil, -0.5, 0, 1e300].randomElement(using: &random) ?? nil,
            kind: [nil, .food, .drink].randomElement(using: &random) ?? nil,
            place: [nil, GeoPoint(lat: 0, lon: 180), GeoPoint(lat: 1, lon: 1)].randomElement(using: &random) ?? nil)
    }

    /// What comes of it: whether something was done, or the refusal's word.
    func run(
        _ tx: StoreTransaction, _ things: StoredCollection<Thing>, _ seats: StoredCollection<Seat>
    ) -> String {
        do {
            switch self {
            case .putThing(let id, let thing): try tx.put(things, thing, id: id)
            case .insertThing(let id, let thing): try tx.insert(things, thing, id: id)
            case .deleteThing(let id): return "\(try tx.delete(things, id))"
            case .putSeat(let id, let seat): try tx.put(seats, seat, id: id)
            case .deleteSeat(let id): return "\(try tx.delete(seats, id))"
            case .putBlob(let id, let bytes): try tx.blobs.put(Media(type: "x/y", bytes: bytes), id: id)
            case .deleteBlob(let id): return "\(try tx.blobs.delete(id))"
            }
            return "true"
        } catch { return error.code.word }
    }
}

/// What a store should hold.
private struct StoreModel: Sendable {
    var things: [ByteText: Thing] = [:]
    var seats: [ByteText: Seat] = [:]
    var blobs: [ByteText: [UInt8]] = [:]
    /// How often a thing was written or deleted.
    var changed = 0

    /// Does what a step does; what should come of it.
    mutating func take(_ step: StoreStep) -> String {
        switch step {
        case .putThing(let id, let thing):
            things[ByteText(id)] = thing
            changed += 1
        case .insertThing(let id, let thing):
            guard things[ByteText(id)] == nil else { return "exists" }
            things[ByteText(id)] = thing
            changed += 1
        case .deleteThing(let id):
            guard things.removeValue(forKey: ByteText(id)) != nil else { return "false" }
            changed += 1
        case .putSeat(let id, let seat):
            let isTaken = seats.contains { other, taken in
                guard other != ByteText(id) else { return false }
                if let row = seat.row, let place = seat.place, row == taken.row, place == taken.place { return true }
                guard let guest = seat.guest, let other = taken.guest else { return false }
                return FoldedText.fold(guest) == FoldedText.fold(other)
            }
            if isTaken { return "duplicate" }
            seats[ByteText(id)] = seat
        case .deleteSeat(let id): return "\(seats.removeValue(forKey: ByteText(id)) != nil)"
        case .putBlob(let id, let bytes): blobs[ByteText(id)] = bytes
        case .deleteBlob(let id): return "\(blobs.removeValue(forKey: ByteText(id)) != nil)"
        }
        return "true"
    }

    /// Compares everything, and some queries with what a filter finds.
    func expectSame(in open: OpenStore, _ comment: Comment) async throws {
        let (things, seats) = (try open.store.collection(.things), try open.store.collection(.seats))
        let all = try await things.query(limit: 1_000).items
        #expect(all.map(\.id.bytes) == self.things.keys.sorted().map(\.text.bytes), comment)
        for item in all { #expect(item.document == self.things[ByteText(item.id)], comment) }
        let taken = try await seats.query(limit: 1_000).items
        #expect(taken.map(\.id.bytes) == self.seats.keys.sorted().map(\.text.bytes), comment)
        for item in taken { #expect(item.document == self.seats[ByteText(item.id)], comment) }
        for id in ["a", "b", "é", "e\u{301}", "🦩", "%"] {
            #expect(try await open.blobs.get(id)?.bytes == blobs[ByteText(id)], comment)
        }
        try await expect(things, [.from("count", 0)], comment) { ($0.count ?? -1) >= 0 }
        try await expect(things, [.contains("name", "af")], comment) { $0.name.lowercased().hasPrefix("caf") }
        try await expect(things, [.equals("kind", "food"), .absent("count")], comment) {
            $0.kind == .food && $0.count == nil
        }
        try await expect(things, [.near("place", of: GeoPoint(lat: 1, lon: 1), within: 10)], comment) {
            $0.place?.lat == 1
        }
    }

    private func expect(
        _ collection: StoredCollection<Thing>, _ conditions: [StoreCondition], _ comment: Comment,
        _ isWanted: (Thing) -> Bool
    ) async throws {
        let wanted = things.filter { isWanted($0.value) }.keys.sorted().map(\.text.bytes)
        let found = try await collection.query(where: conditions, limit: 1_000).items.map(\.id.bytes)
        #expect(found == wanted, comment)
        let count = try await collection.count(where: conditions)
        #expect(count == wanted.count, comment)
    }
}

extension String {
    /// The bytes, since two texts with different ones may be equal.
    fileprivate var bytes: [UInt8] { Array(utf8) }
}

/// Numbers that look random and come again with the same seed (SplitMix64).
private struct RandomNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
