import LibraryTestSupport
import Testing

@testable import Media

struct ImageHeaderTests {
    @Test func theBytesSayWhatItIsAndHowLarge() throws {
        for (format, bytes) in SampleImages.all {
            #expect(ImageHeader.Format(bytes) == format)
            let header = try ImageHeader(bytes, format)
            #expect(header.format == format && header.width == 3 && header.height == 2)
            // What comes after the end is not looked at.
            #expect(try ImageHeader(bytes + [1, 2, 3, 4, 5, 6, 7], format).width == 3)
        }
        let large: [([UInt8], Int, Int)] = [
            (SampleImages.png(4_000_000_000, 1), 4_000_000_000, 1), (SampleImages.jpeg(65_535, 1), 65_535, 1),
            (SampleImages.jpeg(1, 0), 1, 0), (SampleImages.webp(16_383, 1), 16_383, 1),
            (SampleImages.lossless(16_384, 16_384), 16_384, 16_384),
            (SampleImages.extended(16_777_216, 1), 16_777_216, 1),
        ]
        for (bytes, width, height) in large {
            let format = try #require(ImageHeader.Format(bytes))
            let header = try ImageHeader(bytes, format)
            #expect(header.width == width && header.height == height)
        }
    }

    @Test func nothingElseIsAPicture() {
        let others: [[UInt8]] = [
            [], [0x89], Array("GIF89a".utf8) + [1, 0, 1, 0], Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
            Array("BM".utf8), Array("II*\0".utf8), Array("RIFF\0\0\0\0WAVEfmt ".utf8), Array("RIFF".utf8),
            [0xFF, 0xD8], [0xFF, 0xD8, 0x00], [0, 0, 0, 0x20] + Array("ftypavif".utf8),
            [0xFF, 0xFE] + Array("RIFF".utf8),
            Array("%PDF-1.7".utf8), Array(SampleImages.png().dropFirst()), Array("\u{FEFF}".utf8) + SampleImages.png(),
        ]
        for bytes in others { #expect(ImageHeader.Format(bytes) == nil, "\(bytes)") }
    }

    /// However much is missing, it is noticed.
    @Test func oneThatWasCutShortIsNoPicture() {
        for (format, bytes) in SampleImages.all {
            for end in 0..<bytes.count {
                let cut = Array(bytes.prefix(end))
                // What fills a chunk up to an even number is none of its content, but a file says that it is there.
                #expect(throws: ImageHeader.Damage.self, "\(format) \(end)") { try ImageHeader(cut, format) }
            }
        }
    }

    @Test func whatItLacksIsTold() {
        let png = SampleImages.self
        let head = SampleImages.signature + SampleImages.chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0])
        let damaged: [(ImageHeader.Format, [UInt8], ImageHeader.Damage)] = [
            // No pixels, no head at the beginning, a head of another length, a chunk longer than the file.
            (.png, head + png.chunk("IEND", []), .hasNoEnd), (.png, png.signature + png.chunk("IDAT", [1]), .hasNoSize),
            (.png, png.signature + png.chunk("IHDR", [1]), .hasNoSize),
            (.png, head + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8), .hasNoEnd),
            // Pixels before the size, an end before the pixels, a segment without a length, no segments.
            (.jpeg, [0xFF, 0xD8] + SampleImages.segment(0xDA, [1, 1, 0]) + [0xFF, 0xD9], .hasNoSize),
            (.jpeg, [0xFF, 0xD8, 0xFF, 0xD9], .hasNoEnd), (.jpeg, [0xFF, 0xD8, 0xFF, 0xC0, 0, 1, 8], .hasNoEnd),
            (.jpeg, [0xFF, 0xD8, 0xFF] + Array(repeating: 0xFF, count: 100), .hasNoEnd),
            (.jpeg, [0xFF, 0xD8] + SampleImages.segment(0xC0, [8, 0]), .hasNoSize),
            // A frame that changes another one, another mark, nothing that is known, no frame, one longer than the file.
            (.webp, SampleImages.riff(SampleImages.part("VP8 ", [1, 0, 0, 0x9D, 1, 0x2A, 3, 0, 2, 0])), .hasNoSize),
            (.webp, SampleImages.riff(SampleImages.part("VP8L", [0x2E, 0, 0, 0, 0])), .hasNoSize),
            (.webp, SampleImages.riff(SampleImages.part("XXXX", [1, 2])), .hasNoSize),
            (.webp, SampleImages.riff([]), .hasNoSize),
            (.webp, SampleImages.riff(SampleImages.part("VP8X", Array(repeating: 0, count: 10))), .hasNoEnd),
            (.webp, Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WEBP".utf8), .hasNoEnd),
        ]
        for (format, bytes, damage) in damaged {
            #expect(throws: damage, "\(format) \(bytes)") { try ImageHeader(bytes, format) }
        }
    }

    /// Whatever the bytes are, it ends, and says something or refuses.
    @Test func nothingThatIsDamagedTrapsIt() {
        let seed = UInt64.random(in: 1 ... .max)
        var random = SeededRandom(seed: seed)
        for round in 0..<20_000 {
            guard let (format, whole) = SampleImages.all.randomElement(using: &random) else { continue }
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0 ... .max, using: &random)
                case 1: bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 4))
                default: bytes.insert(contentsOf: bytes.prefix(place), at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let head = try? ImageHeader(bytes, format) else { continue }
            #expect(head.width >= 0 && head.height >= 0, "seed \(seed), round \(round)")
        }
    }

    @Test func whatItIsCalledCountsOnlyWhereItSaysSomething() {
        for format in ImageHeader.Format.allCases {
            for type in [format.rawValue, format.rawValue.uppercased(), "application/octet-stream", "image/*"] {
                #expect(!format.contradicts(type))
            }
            for type in ["image/gif", "image/svg+xml", "text/html", "", "application/x-www-form-urlencoded"] {
                #expect(format.contradicts(type))
            }
        }
        #expect(!ImageHeader.Format.jpeg.contradicts("image/jpg"))
        #expect(ImageHeader.Format.png.contradicts("image/jpg"))
        #expect(ImageHeader.Format.webp.contradicts("image/png"))
    }
}
