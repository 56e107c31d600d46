@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// What happened, in order.
    static let changes: [Case] = [
        Case("Changes come in the order of the commits, with what was written") { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
            let things = try open.store.collection(.things)
            let start = try await open.store.read { try $0.token }
            let one = try await things.insert(Thing(name: "1"), id: "a")
            try await open.store.collection(.seats).insert(Seat(), id: "x")
            let two = try await things.update("a") { $0.name = "2" }
            let (three, four) = try await open.store.transaction { tx in
                let three = try tx.insert(things, Thing(name: "3"), id: "b")
                try tx.blobs.put(Media(type: "text/plain", bytes: [1]), id: "p")
                return (three, try tx.put(things, Thing(name: "4"), id: "b"))
            }
            try await things.delete("a")
            try await things.delete("nobody")
            let seen = try await things.changes(after: start).first(5)
            #expect(seen.map(\.id) == ["a", "a", "b", "b", "a"])
            #expect(seen.map(\.document?.name) == ["1", "2", "3", "4", nil])
            #expect(seen.dropLast().map(\.version) == [one.version, two.version, three.version, four.version])
            #expect(seen.map(\.version) == seen.map(\.version).sorted())
            #expect(Set(seen.map(\.version)).count == 5)
            let seats = try await open.store.collection(.seats).changes(after: start).first(1)
            #expect(seats.map(\.id) == ["x"])
        },
        Case("What was not committed is no change") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            let start = try await open.store.read { try $0.token }
            await #expect(throws: Halt.self) {
                try await open.store.transaction { tx in
                    try tx.insert(things, Thing(), id: "never")
                    throw Halt()
                }
            }
            try await open.store.transaction { tx in
                try tx.insert(things, Thing(), id: "a")
                expectRefusal(inside: .exists) { try tx.insert(things, Thing(), id: "a") }
            }
            #expect(try await things.changes(after: start).first(1).map(\.id) == ["a"])
        },
        Case("A token goes on in the middle of a transaction and after a restart") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            let start = try await open.store.read { try $0.token }
            try await open.store.transaction { tx in
                for id in ["a", "b", "c", "d"] { try tx.insert(things, Thing(), id: id) }
            }
            let half = try await things.changes(after: start).first(2)
            #expect(half.map(\.id) == ["a", "b"])
            let token = try #require(half.last?.token)
            try await bench.restart()
            let again = try await bench.things()
            try await again.insert(Thing(), id: "e")
            let text = try #require(try? Value(encoding: token).decoded(as: ChangeToken.self))
            #expect(try await again.changes(after: text).first(3).map(\.id) == ["c", "d", "e"])
            #expect(try await again.changes(after: start).first(5).map(\.id) == ["a", "b", "c", "d", "e"])
        },
        Case("Without a token changes begin now") { bench in
            let things = try await bench.things()
            try await things.insert(Thing(), id: "before")
            let changes = try await things.changes()
            try await things.insert(Thing(), id: "after")
            let seen = try await changes.first(1)
            #expect(seen.map(\.id) == ["after"])
        },
        Case("A snapshot's token goes on where its reading ended") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            for number in 0..<5 { try await things.insert(Thing(), id: "\(number)") }
            // Two writers, and a reader that starts again halfway: it misses nothing and sees nothing twice.
            try await withThrowingTaskGroup(of: [String].self) { group in
                group.addTask {
                    for number in 5..<40 { try await things.insert(Thing(), id: "\(number)") }
                    return []
                }
                group.addTask {
                    let (ids, token) = try await open.store.read { snapshot in
                        (try snapshot.query(things, limit: 1_000).items.map(\.id), try snapshot.token)
                    }
                    return ids + (try await things.changes(after: token).first(40 - ids.count).map(\.id))
                }
                let ids = try await group.reduce([], +)
                #expect(ids.count == 40)
                #expect(Set(ids) == Set((0..<40).map { "\($0)" }))
            }
        },
        Case("A reader that waits is woken") { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats))
            let things = try open.store.collection(.things)
            let changes = try await things.changes()
            let read = Signal()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var ids: [String] = []
                    for try await change in changes {
                        ids.append(change.id)
                        read.raise()
                        if ids.count == 3 { break }
                    }
                    #expect(ids == ["a", "b", "c"])
                }
                try await things.insert(Thing(), id: "a")
                await read.wait()
                // Another collection's change wakes it, but there is nothing for it to read.
                try await open.store.collection(.seats).insert(Seat(), id: "x")
                try await things.insert(Thing(), id: "b")
                try await things.insert(Thing(), id: "c")
                try await group.waitForAll()
            }
        },
        Case("A loop ends as the feature is asked to stop") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            let changes = try await things.changes()
            let read = Signal()
            let reading = Task {
                var ids: [String] = []
                for try await change in changes {
                    ids.append(change.id)
                    read.raise()
                }
                return ids
            }
            try await things.insert(Thing(), id: "a")
            await read.wait()
            open.stop.raise()
            #expect(try await reading.value == ["a"])
            // And one that starts then is at its end at once.
            #expect(try await things.changes().first(1).isEmpty)
        },
        Case("A loop ends as its task is cancelled") { bench in
            let things = try await bench.things()
            let changes = try await things.changes()
            let read = Signal()
            let reading = Task {
                for try await _ in changes { read.raise() }
                return true
            }
            try await things.insert(Thing(), id: "a")
            await read.wait()
            reading.cancel()
            #expect(try await reading.value)
        },
        Case("A reader that is too far behind is told", within: .init(keptChanges: 10)) { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            let start = try await open.store.read { try $0.token }
            for number in 0..<10 { try await things.insert(Thing(), id: "\(number)") }
            let all = try await things.changes(after: start).first(10)
            #expect(all.count == 10)
            try await things.insert(Thing(), id: "10")
            let words = "things: the changes after this place are gone; read everything again"
            await expectRefusal(.behind, words) { _ = try await things.changes(after: start).first(1) }
            // From the first one on, which is gone, everything is there.
            let kept = try await things.changes(after: all[0].token).first(10).map(\.id)
            #expect(kept == (1...10).map { "\($0)" })
            // A reader that was halfway is told too, after what it has read already.
            try await open.store.transaction { tx in
                for number in 11..<40 { try tx.insert(things, Thing(), id: "\(number)") }
            }
            await expectRefusal(.behind) { _ = try await things.changes(after: all[9].token).first(1) }
            try await bench.restart()
            let again = try await bench.things()
            await expectRefusal(.behind, words) { _ = try await again.changes(after: start).first(1) }
        },
        Case("Bytes of changes are bounded too", within: .init(keptChangeBytes: 4_096)) { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            let start = try await open.store.read { try $0.token }
            for number in 0..<3 { try await things.put(Thing(note: "\(number)"), id: "a") }
            #expect(try await things.changes(after: start).first(3).count == 3)
            let before = try await open.store.read { try $0.token }
            // Larger than all that is kept: the newest is kept all the same.
            try await things.put(Thing(note: String(repeating: "x", count: 10_000)), id: "a")
            await expectRefusal(.behind) { _ = try await things.changes(after: start).first(1) }
            #expect(try await things.changes(after: before).first(1).count == 1)
        },
        Case("What other collections change makes no reader behind", within: .init(keptChanges: 5)) { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
            let (things, seats) = (try open.store.collection(.things), try open.store.collection(.seats))
            try await things.insert(Thing(), id: "a")
            let token = try await open.store.read { try $0.token }
            for number in 0..<20 { try await seats.insert(Seat(), id: "\(number)") }
            for number in 0..<20 {
                try await open.blobs.put(Media(type: "text/plain", bytes: []), id: "\(number)")
            }
            try await things.insert(Thing(), id: "b")
            #expect(try await things.changes(after: token).first(1).map(\.id) == ["b"])
            await expectRefusal(.behind) { _ = try await seats.changes(after: token).first(1) }
        },
        Case("A token of another store, or of none, is behind") { bench in
            let shop = try await bench.open(.keeps(.things), as: "shop")
            let bank = try await bench.open(.keeps(.things), as: "bank")
            let things = try shop.store.collection(.things)
            try await things.insert(Thing(), id: "a")
            let own = try await shop.store.read { try $0.token }
            let place = try #require(own.place)
            let foreign = [
                try await bank.store.read { try $0.token }, ChangeToken(""), ChangeToken("x"), ChangeToken("🦩.1"),
                ChangeToken(history: place.history, position: place.position + 1),
                ChangeToken(history: place.history, position: .max), ChangeToken("\(place.history).-1"),
                ChangeToken("\(place.history).1.1"), ChangeToken("\(place.history)."),
                ChangeToken("\(place.history).99999999999999999999"),
            ]
            for token in foreign {
                await expectRefusal(.behind) { _ = try await things.changes(after: token).first(1) }
            }
        },
        Case("Thousands of changes come in batches, each once") { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats))
            let (things, seats) = (try open.store.collection(.things), try open.store.collection(.seats))
            let changes = try await things.changes()
            for batch in 0..<10 {
                try await open.store.transaction { tx in
                    for number in 0..<100 {
                        try tx.insert(things, Thing(count: batch * 100 + number), id: "\(batch)-\(number)")
                        try tx.insert(seats, Seat(row: batch, place: number), id: "\(batch)-\(number)")
                    }
                }
            }
            let seen = try await changes.first(1_000)
            #expect(seen.map(\.document?.count) == Array(0..<1_000))
        },
        Case("Two readers see the same order while many write") { bench in
            let things = try await bench.things()
            let start = try await things.changes()
            let seen = try await withThrowingTaskGroup(of: [Int64].self, returning: [[Int64]].self) { group in
                for _ in 0..<2 { group.addTask { try await start.first(200).map(\.version) } }
                for writer in 0..<10 {
                    group.addTask {
                        for step in 0..<20 { try await things.put(Thing(count: step), id: "\((writer + step) % 7)") }
                        return []
                    }
                }
                return try await group.reduce(into: []) { if !$1.isEmpty { $0.append($1) } }
            }
            try #require(seen.count == 2)
            #expect(seen[0] == seen[1])
            #expect(seen[0].count == 200)
            #expect(seen[0] == seen[0].sorted())
        },
    ]
}

extension DocumentChanges {
    /// The next changes, `count` of them or fewer where there are no more.
    func first(_ count: Int) async throws -> [DocumentChange<Document>] {
        var seen: [DocumentChange<Document>] = []
        guard count > 0 else { return seen }
        for try await change in self {
            seen.append(change)
            if seen.count == count { break }
        }
        return seen
    }
}
