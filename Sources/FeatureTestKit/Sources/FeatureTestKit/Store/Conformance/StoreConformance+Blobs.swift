@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// Bytes beside the documents.
    static let blobs: [Case] = [
        Case("A blob is what was written, with its hash") { bench in
            let blobs = try await bench.open(.keepsBlobs).blobs
            #expect(try await blobs.get("a") == nil)
            #expect(try await blobs.get("a", range: 0..<1) == nil)
            #expect(try await blobs.facts("a") == nil)
            #expect(try await blobs.delete("a") == false)
            let written = try await blobs.put(Media(type: "text/plain", bytes: Array("abc".utf8)), id: "a")
            #expect(written.id == "a")
            #expect(written.type == "text/plain")
            #expect(written.size == 3)
            #expect(written.hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            #expect(try await blobs.facts("a") == written)
            #expect(try await blobs.get("a") == Media(type: "text/plain", bytes: Array("abc".utf8)))
            let next = try await blobs.put(Media(type: "image/png", bytes: [0]), id: "a")
            #expect(next.version > written.version)
            #expect(try await blobs.get("a") == Media(type: "image/png", bytes: [0]))
            #expect(try await blobs.delete("a"))
            #expect(try await blobs.get("a") == nil)
        },
        Case("An empty blob is a blob") { bench in
            let blobs = try await bench.open(.keepsBlobs).blobs
            let empty = try await blobs.put(Media(type: "", bytes: []), id: "a")
            #expect(empty.hash == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
            #expect(try await blobs.get("a") == Media(type: "", bytes: []))
            #expect(try await blobs.get("a", range: 0..<9) == [])
        },
        Case("A range is as many of its bytes as there are") { bench in
            let blobs = try await bench.open(.keepsBlobs).blobs
            // Over several of the parts in which an engine may keep it.
            let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            try await blobs.put(Media(type: "x/y", bytes: bytes), id: "a")
            let ends = [0, 1, 262_143, 262_144, 262_145, 524_287, 524_288, 524_289, 700_000, 700_001]
            for start in ends {
                for end in ends where end >= start {
                    let part = try await blobs.get("a", range: start..<end)
                    #expect(part == Array(bytes[start..<end]), "\(start)..<\(end)")
                }
            }
            #expect(try await blobs.get("a", range: 699_999..<900_000) == Array(bytes[699_999...]))
            #expect(try await blobs.get("a", range: 800_000..<900_000) == [])
            #expect(try await blobs.get("a", range: -5..<3) == Array(bytes[..<3]))
            #expect(try await blobs.get("a", range: Int.min..<Int.max) == bytes)
            #expect(try await blobs.get("a")?.bytes == bytes)
            // A shorter one leaves nothing of the longer one.
            try await blobs.put(Media(type: "x/y", bytes: [1, 2]), id: "a")
            #expect(try await blobs.get("a", range: 0..<900_000) == [1, 2])
        },
        Case("A blob has 64 MiB at most") { bench in
            let blobs = try await bench.open(.keepsBlobs).blobs
            let bytes = [UInt8](repeating: 7, count: StoreLimits.blobBytes + 1)
            await expectRefusal(.tooLarge, "blob \"a\" has 67108865 bytes; the most is 67108864") {
                try await blobs.put(Media(type: "x/y", bytes: bytes), id: "a")
            }
            #expect(try await blobs.facts("a") == nil)
        },
        Case("Blobs have ids as documents have") { bench in
            let blobs = try await bench.open(.keepsBlobs).blobs
            for id in ["", "a\n", String(repeating: "x", count: 257)] {
                await expectRefusal(.misfit) { try await blobs.put(Media(type: "x/y", bytes: []), id: id) }
                await expectRefusal(.misfit) { _ = try await blobs.get(id) }
                await expectRefusal(.misfit) { _ = try await blobs.facts(id) }
                await expectRefusal(.misfit) { try await blobs.delete(id) }
            }
            for (number, id) in ["é", "e\u{301}", "a/b", "../x", "🦩"].enumerated() {
                try await blobs.put(Media(type: "x/y", bytes: [UInt8(number)]), id: id)
            }
            for (number, id) in ["é", "e\u{301}", "a/b", "../x", "🦩"].enumerated() {
                try await #expect(blobs.get(id)?.bytes == [UInt8(number)])
            }
        },
        Case("A document and its blob come together or not at all") { bench in
            let open = try await bench.open(.keeps(.things), .keepsBlobs)
            let things = try open.store.collection(.things)
            try await things.insert(Thing(), id: "taken")
            for id in ["free", "taken"] {
                try? await open.store.transaction { tx in
                    try tx.blobs.put(Media(type: "image/png", bytes: [1, 2, 3]), id: "pictures/\(id)")
                    try tx.insert(things, Thing(note: "pictures/\(id)"), id: id)
                }
            }
            #expect(try await open.blobs.facts("pictures/free")?.size == 3)
            #expect(try await open.blobs.facts("pictures/taken") == nil)
            #expect(try await things.get("free")?.document.note == "pictures/free")
            let (thing, blob) = try await open.store.read { snapshot in
                let thing = try snapshot.get(things, "free")
                return (thing, try snapshot.blobs.get(thing?.document.note ?? ""))
            }
            #expect(thing != nil)
            #expect(blob?.bytes == [1, 2, 3])
        },
    ]
}
