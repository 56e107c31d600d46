@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// One document at a time.
    static let documents: [Case] = [
        Case("What is written is read, with every kind of field") { bench in
            let things = try await bench.things()
            let whole = Thing(
                name: "Café \"Ålesund\" 🦩\n\u{0}e\u{301}", count: .max, share: -0.1, isOpen: false, kind: .food,
                every: .milliseconds(1_500), since: Timestamp(nanoseconds: 1_790_000_000_123_456_789),
                home: .init(city: "", floor: .min), place: GeoPoint(lat: -90, lon: 180), note: "")
            let written = try await things.insert(whole, id: "whole")
            let read = try #require(try await things.get("whole"))
            #expect(read == written)
            #expect(read.document == whole)
            // Equal for Swift is more than equal: the very same scalars come back.
            #expect(Array(read.document.name.utf8) == Array(whole.name.utf8))
            try await things.put(Thing(), id: "bare")
            #expect(try await things.get("bare")?.document == Thing())
        },
        Case("There is nothing where nothing was written") { bench in
            let things = try await bench.things()
            #expect(try await things.get("nobody") == nil)
            #expect(try await things.delete("nobody") == false)
            #expect(try await things.count() == 0)
            let page = try await things.query()
            #expect(page.items.isEmpty)
            #expect(page.next == nil)
        },
        Case("An insert where there is one is refused") { bench in
            let things = try await bench.things()
            let first = try await things.insert(Thing(name: "first"), id: "a")
            await expectRefusal(.exists, "things has a \"a\" already") { try await things.insert(Thing(), id: "a") }
            #expect(try await things.get("a") == first)
            try await things.delete("a")
            try await things.insert(Thing(name: "second"), id: "a")
            #expect(try await things.get("a")?.document.name == "second")
        },
        Case("A writer may say what it expects") { bench in
            let things = try await bench.things()
            await expectRefusal(.versionDiffers, "things: \"a\" is not there, not at 7") {
                try await things.put(Thing(), id: "a", expecting: .version(7))
            }
            let first = try await things.put(Thing(name: "1"), id: "a", expecting: .absent)
            let second = try await things.put(Thing(name: "2"), id: "a", expecting: .version(first.version))
            await expectRefusal(
                .versionDiffers, "things: \"a\" is at version \(second.version), not at \(first.version)"
            ) { try await things.put(Thing(name: "3"), id: "a", expecting: .version(first.version)) }
            await expectRefusal(.exists, "things has a \"a\" already") {
                try await things.put(Thing(name: "3"), id: "a", expecting: .absent)
            }
            await expectRefusal(.versionDiffers) { try await things.delete("a", expecting: .version(first.version)) }
            await expectRefusal(.exists) { try await things.delete("a", expecting: .absent) }
            #expect(try await things.get("a") == second)
            #expect(try await things.delete("a", expecting: .version(second.version)))
            await expectRefusal(.versionDiffers, "things: \"a\" is not there, not at \(second.version)") {
                try await things.delete("a", expecting: .version(second.version))
            }
            #expect(try await things.delete("a", expecting: .absent) == false)
        },
        Case("Versions grow across collections, deletions and restarts") { bench in
            let open = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
            let things = try open.store.collection(.things)
            var seen = [try await things.put(Thing(), id: "a").version]
            seen.append(try await open.store.collection(.seats).put(Seat(), id: "a").version)
            seen.append(try await open.blobs.put(Media(type: "text/plain", bytes: [1]), id: "a").version)
            try await things.delete("a")
            seen.append(try await things.put(Thing(), id: "a").version)
            // The newest of all goes: its version must not come again, nor after a restart.
            let last = try await things.put(Thing(), id: "b").version
            try await things.delete("b")
            try await bench.restart()
            let again = try await bench.open(.keeps(.things), .keeps(.seats), .keepsBlobs)
            seen.append(last + 1)
            seen.append(try await again.store.collection(.things).put(Thing(), id: "b").version)
            #expect(seen == seen.sorted())
            #expect(Set(seen).count == seen.count)
        },
    ]
}
