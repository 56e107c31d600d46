@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// All or nothing, as if nobody else were there.
    static let transactions: [Case] = [
        Case("A transaction writes everything, over collections and blobs") { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
            let (things, seats) = (try open.store.collection(.things), try open.store.collection(.seats))
            try await seats.insert(Seat(row: 1), id: "gone")
            let versions = try await open.store.transaction { tx in
                let thing = try tx.insert(things, Thing(name: "one"), id: "a")
                #expect(try tx.delete(seats, "gone"))
                let blob = try tx.blobs.put(Media(type: "text/plain", bytes: [1, 2]), id: "a")
                return [thing.version, blob.version]
            }
            #expect(versions == versions.sorted())
            #expect(try await things.get("a")?.version == versions.first)
            #expect(try await seats.get("gone") == nil)
            #expect(try await open.blobs.facts("a")?.version == versions.last)
        },
        Case("What a body throws goes through, and nothing is written") { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
            let (things, seats) = (try open.store.collection(.things), try open.store.collection(.seats))
            let old = try await things.insert(Thing(name: "old"), id: "a")
            try await seats.insert(Seat(row: 1), id: "a")
            try await open.blobs.put(Media(type: "text/plain", bytes: [1]), id: "a")
            let token = try await open.store.read { try $0.token }
            await #expect(throws: Halt.self) {
                try await open.store.transaction { tx in
                    try tx.put(things, Thing(name: "new"), id: "a")
                    try tx.put(things, Thing(name: "new"), id: "b")
                    try tx.delete(seats, "a")
                    try tx.blobs.put(Media(type: "text/html", bytes: [2, 3]), id: "a")
                    try tx.blobs.put(Media(type: "text/html", bytes: []), id: "b")
                    try tx.delete(things, "b")
                    try tx.put(things, Thing(name: "newer"), id: "a")
                    throw Halt()
                }
            }
            #expect(try await things.get("a") == old)
            #expect(try await things.count(where: [.equals("name", "old")]) == 1)
            #expect(try await things.count() == 1)
            #expect(try await seats.get("a") != nil)
            #expect(try await open.blobs.get("a") == Media(type: "text/plain", bytes: [1]))
            #expect(try await open.blobs.facts("b") == nil)
            #expect(try await open.store.read { try $0.token } == token)
        },
        Case("A refusal that the body lets go writes nothing") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            try await things.insert(Thing(), id: "z")
            await expectRefusal(.exists) {
                try await open.store.transaction { tx in
                    try tx.insert(things, Thing(), id: "a")
                    try tx.insert(things, Thing(), id: "z")
                }
            }
            #expect(try await things.get("a") == nil)
        },
        Case("A refusal that the body takes leaves the rest as it is") { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.loose))
            let (things, loose) = (try open.store.collection(.things), try open.store.collection(.loose))
            try await things.insert(Thing(name: "z"), id: "z")
            try await open.store.transaction { tx in
                try tx.insert(things, Thing(), id: "a")
                expectRefusal(inside: .exists) { try tx.insert(things, Thing(), id: "z") }
                expectRefusal(inside: .versionDiffers) {
                    try tx.put(things, Thing(), id: "z", expecting: .version(.max))
                }
                expectRefusal(inside: .misfit) { try tx.insert(loose, Loose(size: 99, word: ""), id: "a") }
                expectRefusal(inside: .notFound) { try tx.update(things, "nobody") { $0.count = 1 } }
                expectRefusal(inside: .misfit) { try tx.put(things, Thing(), id: "") }
                expectRefusal(inside: .misfit) { _ = try tx.query(things, limit: 0) }
                try tx.insert(things, Thing(), id: "b")
            }
            #expect(try await things.query().items.map(\.id) == ["a", "b", "z"])
            #expect(try await things.get("z")?.document.name == "z")
        },
        Case("A transaction reads what it wrote, by queries too") { bench in
            let open = try await bench.open(.keeps(.things), .keepsBlobs)
            let things = try open.store.collection(.things)
            try await things.insert(Thing(name: "Alt", count: 1, place: GeoPoint(lat: 1, lon: 1)), id: "a")
            try await things.insert(Thing(name: "Alt", count: 1), id: "b")
            try await open.store.transaction { tx in
                let before = try tx.token
                try tx.update(things, "a") { thing in
                    thing.name = "Neu"
                    thing.count = 7
                    thing.place = GeoPoint(lat: 2, lon: 2)
                }
                try tx.delete(things, "b")
                try tx.insert(things, Thing(name: "Neuer", count: 8), id: "c")
                func ids(_ conditions: StoreCondition...) throws -> [String] {
                    try tx.query(things, where: conditions).items.map(\.id)
                }
                #expect(try tx.get(things, "a")?.document.count == 7)
                #expect(try tx.get(things, "b") == nil)
                #expect(try ids(.equals("count", 1)) == [])
                #expect(try ids(.from("count", 7)) == ["a", "c"])
                #expect(try ids(.contains("name", "alt")) == [])
                #expect(try ids(.contains("name", "neu")) == ["a", "c"])
                #expect(try ids(.near("place", of: GeoPoint(lat: 2, lon: 2), within: 1)) == ["a"])
                #expect(try ids(.near("place", of: GeoPoint(lat: 1, lon: 1), within: 1)) == [])
                #expect(try tx.count(things, where: [.begins("name", "Neu")]) == 2)
                try tx.blobs.put(Media(type: "text/plain", bytes: [1, 2, 3]), id: "x")
                #expect(try tx.blobs.get("x", range: 1..<9) == [2, 3])
                #expect(try tx.blobs.delete("x"))
                #expect(try tx.blobs.facts("x") == nil)
                #expect(try tx.token != before)
            }
            #expect(try await open.blobs.facts("x") == nil)
        },
        Case("64 tasks that change one document lose nothing") { bench in
            let things = try await bench.things()
            try await things.insert(Thing(count: 0), id: "a")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        for _ in 0..<4 { try await things.update("a") { $0.count = ($0.count ?? 0) + 1 } }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await things.get("a")?.document.count == 256)
        },
        Case("64 tasks that expect a version lose nothing") { bench in
            let things = try await bench.things()
            try await things.insert(Thing(count: 0), id: "a")
            let done = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        let seen = try #require(try await things.get("a"))
                        do {
                            let next = Thing(count: (seen.document.count ?? 0) + 1)
                            try await things.put(next, id: "a", expecting: .version(seen.version))
                            return 1
                        } catch let error as StoreError where error.code == .versionDiffers { return 0 }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(done >= 1)
            #expect(try await things.get("a")?.document.count == done)
        },
        Case("Two documents whose sum may not fall below zero keep it in concurrent transactions") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            try await things.insert(Thing(count: 20), id: "a")
            try await things.insert(Thing(count: 20), id: "b")
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        try await open.store.transaction { tx in
                            let all = try tx.query(things).items
                            let sum = all.reduce(0) { $0 + ($1.document.count ?? 0) }
                            guard sum > 0 else { return 0 }
                            try tx.update(things, number.isMultiple(of: 2) ? "a" : "b") { thing in
                                thing.count = (thing.count ?? 0) - 1
                            }
                            return 1
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(taken == 40)
            let left = try await things.query().items.map { $0.document.count ?? 0 }
            #expect(left.reduce(0, +) == 0)
        },
        Case("Who reads sees one moment while others move money") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            for number in 0..<8 { try await things.insert(Thing(count: 100), id: "\(number)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for step in 0..<25 {
                            let (from, to) = ("\((writer + step) % 8)", "\((writer * 3 + step * 5 + 1) % 8)")
                            try await open.store.transaction { tx in
                                try tx.update(things, from) { $0.count = ($0.count ?? 0) - 1 }
                                try tx.update(things, to) { $0.count = ($0.count ?? 0) + 1 }
                            }
                        }
                    }
                }
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<25 {
                            let (one, all, token) = try await open.store.read { snapshot in
                                var one = 0
                                for id in 0..<8 { one += try snapshot.get(things, "\(id)")?.document.count ?? 0 }
                                let all = try snapshot.query(things).items.reduce(0) { $0 + ($1.document.count ?? 0) }
                                return (one, all, [try snapshot.token, try snapshot.token])
                            }
                            #expect(one == 800)
                            #expect(all == 800)
                            #expect(token.first == token.last)
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        Case("What was written before a restart is there after it") { bench in
            let open = try await bench.open(.keeps(.things), .keepsBlobs)
            let things = try open.store.collection(.things)
            let one = try await things.insert(Thing(name: "Ärger", count: 3, place: .init(lat: 1, lon: 2)), id: "a")
            let blob = try await open.blobs.put(Media(type: "image/png", bytes: [0, 255]), id: "p")
            let token = try await open.store.read { try $0.token }
            try await bench.restart()
            let again = try await bench.open(.keeps(.things), .keepsBlobs)
            let found = try again.store.collection(.things)
            #expect(try await found.get("a") == one)
            #expect(try await found.count(where: [.contains("name", "arg"), .equals("count", 3)]) == 1)
            #expect(try await found.query(where: [.near("place", of: .init(lat: 1, lon: 2))]).items.count == 1)
            #expect(try await again.blobs.facts("p") == blob)
            #expect(try await again.blobs.get("p")?.bytes == [0, 255])
            #expect(try await again.store.read { try $0.token } == token)
        },
    ]
}
