@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// How much a feature may keep.
    ///
    /// A document counts with the bytes of its JSON, a blob with its own.
    static let quotas: [Case] = [
        Case("Documents are counted, over all collections", within: .init(documents: 3)) { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats))
            let (things, seats) = (try open.store.collection(.things), try open.store.collection(.seats))
            try await things.insert(Thing(), id: "a")
            try await things.insert(Thing(), id: "b")
            try await seats.insert(Seat(), id: "a")
            let words = "shop may keep 3 documents and no more (store.documents of the feature)"
            await expectRefusal(.full, words) { try await things.insert(Thing(), id: "c") }
            await expectRefusal(.full, words) { try await seats.put(Seat(), id: "b") }
            // What is there can be changed, and what goes makes room.
            try await things.update("a") { $0.name = "longer than before" }
            try await things.delete("b")
            try await seats.insert(Seat(), id: "b")
            await expectRefusal(.full, words) { try await things.insert(Thing(), id: "b") }
            try await open.store.transaction { tx in
                try tx.delete(seats, "a")
                try tx.insert(things, Thing(), id: "c")
                expectRefusal(inside: .full, words) { try tx.insert(things, Thing(), id: "d") }
            }
            #expect(try await things.count() == 2)
            #expect(try await seats.count() == 1)
        },
        Case("What is taken back does not count", within: .init(documents: 2)) { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            for _ in 0..<5 {
                await #expect(throws: Halt.self) {
                    try await open.store.transaction { tx in
                        try tx.insert(things, Thing(), id: "a")
                        try tx.insert(things, Thing(), id: "b")
                        throw Halt()
                    }
                }
            }
            try await things.insert(Thing(), id: "a")
            for _ in 0..<5 {
                await #expect(throws: Halt.self) {
                    try await open.store.transaction { tx in
                        try tx.delete(things, "a")
                        throw Halt()
                    }
                }
            }
            try await things.insert(Thing(), id: "b")
            await expectRefusal(.full) { try await things.insert(Thing(), id: "c") }
            try await bench.restart()
            let again = try await bench.things()
            await expectRefusal(.full) { try await again.insert(Thing(), id: "c") }
            try await again.delete("a")
            try await again.insert(Thing(), id: "c")
        },
        Case("What finds no room is not held against the others", within: .init(documents: 1)) { bench in
            let seats = try await bench.open(.keeps(.seats)).store.collection(.seats)
            try await seats.insert(Seat(guest: "ann"), id: "a")
            // It is both: one more than there may be, and what another one has.
            await expectRefusal(.full) { try await seats.insert(Seat(guest: "Ann"), id: "b") }
        },
        Case("Bytes are counted exactly", within: .init(bytes: 1_000)) { bench in
            let open = try await bench.open(.keeps(.things), .keepsBlobs)
            let things = try open.store.collection(.things)
            let frame = try Value(encoding: Thing(note: "")).json.utf8.count
            func thing(_ bytes: Int) -> Thing {
                Thing(note: String(repeating: "x", count: bytes - frame))
            }
            @Sendable func blob(_ bytes: Int) -> Media {
                Media(type: "x/y", bytes: [UInt8](repeating: 1, count: bytes))
            }
            let words = "shop may keep 1000 bytes and no more (store.bytes of the feature)"
            try await things.insert(thing(400), id: "a")
            try await open.blobs.put(blob(300), id: "a")
            await expectRefusal(.full, words) { try await things.insert(thing(301), id: "b") }
            await expectRefusal(.full, words) { try await open.blobs.put(blob(301), id: "b") }
            try await things.insert(thing(300), id: "b")
            await expectRefusal(.full, words) { try await open.blobs.put(blob(1), id: "b") }
            // At the limit: nothing that grows, everything else.
            try await open.blobs.put(blob(0), id: "empty")
            await expectRefusal(.full, words) { try await things.put(thing(301), id: "b") }
            await expectRefusal(.full, words) { try await open.blobs.put(blob(301), id: "a") }
            try await things.put(thing(300), id: "b")
            try await things.put(thing(200), id: "b")
            try await open.blobs.put(blob(400), id: "a")
            await expectRefusal(.full, words) { try await open.blobs.put(blob(1), id: "b") }
            try await open.blobs.delete("a")
            try await things.delete("a")
            await expectRefusal(.full, words) { try await open.blobs.put(blob(801), id: "b") }
            try await bench.restart()
            let again = try await bench.open(.keeps(.things), .keepsBlobs)
            await expectRefusal(.full, words) { try await again.blobs.put(blob(801), id: "b") }
            try await again.blobs.put(blob(800), id: "b")
            await #expect(throws: Halt.self) {
                try await again.store.transaction { tx in
                    try tx.blobs.delete("b")
                    try tx.blobs.put(blob(100), id: "c")
                    throw Halt()
                }
            }
            await expectRefusal(.full, words) { try await again.blobs.put(blob(1), id: "c") }
            try await again.blobs.delete("b")
            try await again.blobs.put(blob(800), id: "c")
        },
    ]
}
