import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// Pictures of bars.
@Suite(.timeLimit(.minutes(2))) struct ImageTests {
    private func put(
        _ bytes: [UInt8], as type: String, of bar: String, _ probe: Probe
    ) async throws -> BarShown {
        try await probe.call(.barsImagePut, PutImage(bar: bar, image: Media(type: type, bytes: bytes)), as: ada)
    }

    @Test func aPictureIsKeptReplacedAndTakenAway() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let bar = try await probe.call(.barsAdd, .pepita, as: ada)
            #expect(bar.image == nil)
            #expect(try await probe.refusal { try await probe.call(.barsImage, Named(bar: bar.id)) } == .noImage)
            var tags: Set<String> = []
            for (format, bytes) in Pictures.all {
                let shown = try await put(bytes, as: "application/octet-stream", of: bar.id, probe)
                let image = try #require(shown.image)
                #expect(image.type == format.rawValue)
                #expect((image.width, image.height) == (3, 2))
                #expect(image.bytes == Int64(bytes.count))
                #expect(tags.insert(image.tag).inserted)
                #expect(
                    try await probe.call(.barsImage, Named(bar: bar.id)) == Media(type: format.rawValue, bytes: bytes))
            }
            let named = try await probe.call(.barsChange, ChangeBar(bar: bar.id, name: "Other"), as: ada)
            #expect(named.image?.tag != nil)
            #expect(try await probe.call(.barsImageRemove, Named(bar: bar.id), as: ada).image == nil)
            #expect(try await probe.refusal { try await probe.call(.barsImage, Named(bar: bar.id)) } == .noImage)
            #expect(
                try await probe.refusal { try await probe.call(.barsImageRemove, Named(bar: bar.id), as: ada) }
                    == .noImage)
        }
    }

    @Test func whatIsNoPictureChangesNothing() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let bar = try await probe.call(.barsAdd, .pepita, as: ada).id
            let before = try await put(Pictures.webp(), as: "image/webp", of: bar, probe)
            let most = Picture.mostBytes
            let largest = Pictures.png() + Array(repeating: 0, count: most - Pictures.png().count)
            let cutShort = Array(Pictures.png().dropLast())
            let wrong: [([UInt8], String, RouteError, String)] = [
                (Array("<svg/>".utf8), "image/svg+xml", .noPicture, "that is no PNG, JPEG or WebP"),
                ([], "image/png", .noPicture, "that is no PNG, JPEG or WebP"),
                (
                    Pictures.png(), "image/jpeg", .otherPicture(said: "image/jpeg", is: .png),
                    "it is said to be image/jpeg, and is image/png"
                ),
                (
                    cutShort, "image/png", .damaged(.png, .hasNoEnd),
                    "that is no whole PNG: it was cut short, or is broken"
                ),
                (
                    Pictures.riff([]), "image/webp", .damaged(.webp, .hasNoSize),
                    "that is no whole WebP: it does not say how large it is"
                ),
                (
                    Pictures.png(20_001, 1), "image/png", .pictureSides(20_001, 1),
                    "the picture has 20001 × 1 pixels; each side has 1 to 20000"
                ),
                (
                    Pictures.jpeg(5, 0), "image/jpeg", .pictureSides(5, 0),
                    "the picture has 5 × 0 pixels; each side has 1 to 20000"
                ),
            ]
            for (bytes, type, refusal, detail) in wrong {
                let refused = try await probe.refusal { try await put(bytes, as: type, of: bar, probe) }
                #expect(refused == refusal)
                #expect(refused?.detail == detail)
            }
            // The Shape refuses it before, unless somebody asks who has the same Swift types.
            let tooLarge = try? await put(largest + [0], as: "image/png", of: bar, probe)
            #expect(tooLarge == nil)
            #expect(try await probe.call(.barsOne, Named(bar: bar), as: ada) == before)
            #expect(try await probe.call(.barsImage, Named(bar: bar)).bytes == Pictures.webp())
            // The largest that may be, and the largest sides.
            #expect(try await put(largest, as: "image/png", of: bar, probe).image?.bytes == Int64(most))
            #expect(try await put(Pictures.png(20_000, 20_000), as: "image/png", of: bar, probe).image?.width == 20_000)
        }
    }

    /// What the document says of it is what the blob is, whoever writes at once and whenever the store fails.
    @Test func theBytesAndWhatIsSaidOfThemAgree() async throws {
        let store = MemoryStore()
        try await withFeature(Bars.self, settings: .init(), store: store) { probe in
            let bar = try await probe.call(.barsAdd, .pepita, as: ada).id
            store.contend(times: 2)
            try await withThrowingTaskGroup { group in
                for number in 0..<40 {
                    group.addTask {
                        switch number % 4 {
                        case 0:
                            _ = try await probe.refusal {
                                try await probe.call(.barsImageRemove, Named(bar: bar), as: ada)
                            }
                        case 1:
                            _ = try await probe.call(.barsChange, ChangeBar(bar: bar, name: "\(number)"), as: ada)
                        default:
                            let bytes = Pictures.png(UInt32(number + 1), 1)
                            _ = try await put(bytes, as: "image/png", of: bar, probe)
                        }
                    }
                }
                try await group.waitForAll()
            }
            store.fail(.unavailable)
            let refusal = try? await put(Pictures.png(99, 99), as: "image/png", of: bar, probe)
            #expect(refusal == nil)
            store.mend()
            let said = try await probe.call(.barsOne, Named(bar: bar)).image
            let facts = try await probe.blobs.facts(Picture.blob(of: bar))
            #expect(said?.tag == facts?.hash)
            #expect(said?.bytes == facts.map { Int64($0.size) })
        }
    }
}
