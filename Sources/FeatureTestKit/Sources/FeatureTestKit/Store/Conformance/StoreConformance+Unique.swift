@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// What no two documents have.
    static let unique: [Case] = [
        Case("No two documents have the same values in a unique index") { bench in
            let seats = try await bench.open(.keeps(.seats)).store.collection(.seats)
            try await seats.insert(Seat(row: 1, place: 1), id: "a")
            try await seats.insert(Seat(row: 1, place: 2), id: "b")
            try await seats.insert(Seat(row: 2, place: 1), id: "c")
            let words = "seats: \"b\" has the same row, place"
            await expectRefusal(.duplicate, words) { try await seats.insert(Seat(row: 1, place: 2), id: "d") }
            await expectRefusal(.duplicate, words) { try await seats.put(Seat(row: 1, place: 2), id: "a") }
            await expectRefusal(.duplicate, words) { try await seats.update("c") { $0 = Seat(row: 1, place: 2) } }
            #expect(try await seats.get("a")?.document == Seat(row: 1, place: 1))
            #expect(try await seats.count() == 3)
        },
        Case("Accents and case do not make a folded value another one") { bench in
            let seats = try await bench.open(.keeps(.seats)).store.collection(.seats)
            try await seats.insert(Seat(guest: "José Weiß"), id: "a")
            for guest in ["jose weiss", "JOSE\u{301} WEISS", "José Weiß"] {
                await expectRefusal(.duplicate, "seats: \"a\" has the same guest") {
                    try await seats.insert(Seat(guest: guest), id: "b")
                }
            }
            try await seats.put(Seat(guest: "JOSÉ WEISS"), id: "a")
            try await seats.insert(Seat(guest: "jose  weiss"), id: "b")
        },
        Case("Any number of documents lack a field of a unique index") { bench in
            let seats = try await bench.open(.keeps(.seats)).store.collection(.seats)
            for id in ["a", "b", "c"] { try await seats.insert(Seat(row: 1), id: id) }
            for id in ["d", "e"] { try await seats.insert(Seat(), id: id) }
            try await seats.insert(Seat(row: 1, place: 1, guest: ""), id: "f")
            // An empty text is a text.
            await expectRefusal(.duplicate) { try await seats.update("a") { $0.guest = "" } }
            #expect(try await seats.count() == 6)
        },
        Case("What was given up can be taken, and what was taken back can be taken again") { bench in
            let open = try await bench.open(.keeps(.seats))
            let seats = try open.store.collection(.seats)
            try await seats.insert(Seat(row: 1, place: 1), id: "a")
            try await seats.put(Seat(row: 1, place: 2), id: "a")
            try await seats.insert(Seat(row: 1, place: 1), id: "b")
            try await seats.delete("b")
            try await seats.insert(Seat(row: 1, place: 1), id: "c")
            await #expect(throws: Halt.self) {
                try await open.store.transaction { tx in
                    try tx.delete(seats, "a")
                    try tx.insert(seats, Seat(row: 1, place: 2), id: "d")
                    try tx.insert(seats, Seat(row: 9, place: 9), id: "e")
                    throw Halt()
                }
            }
            await expectRefusal(.duplicate, "seats: \"a\" has the same row, place") {
                try await seats.insert(Seat(row: 1, place: 2), id: "d")
            }
            try await seats.insert(Seat(row: 9, place: 9), id: "e")
        },
        Case("Two documents swap their values by giving up one of them first") { bench in
            let open = try await bench.open(.keeps(.seats))
            let seats = try open.store.collection(.seats)
            try await seats.insert(Seat(row: 1, place: 1), id: "a")
            try await seats.insert(Seat(row: 1, place: 2), id: "b")
            try await open.store.transaction { tx in
                expectRefusal(inside: .duplicate, "seats: \"b\" has the same row, place") {
                    try tx.put(seats, Seat(row: 1, place: 2), id: "a")
                }
                // What was refused left nothing behind, and the transaction goes on.
                try tx.put(seats, Seat(row: 1), id: "b")
                try tx.put(seats, Seat(row: 1, place: 2), id: "a")
                try tx.put(seats, Seat(row: 1, place: 1), id: "b")
            }
            #expect(try await seats.get("a")?.document.place == 2)
            #expect(try await seats.get("b")?.document.place == 1)
        },
        Case("Of 32 tasks that want the same value one gets it") { bench in
            let seats = try await bench.open(.keeps(.seats)).store.collection(.seats)
            let won = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<32 {
                    group.addTask { (try? await seats.insert(Seat(guest: "one"), id: "\(number)")) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(won == 1)
            #expect(try await seats.count() == 1)
        },
    ]
}
