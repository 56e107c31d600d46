@testable import Media

/// Images made by hand, 3 by 2 pixels by default.
enum SampleImages {
    static func png(_ width: UInt32 = 3, _ height: UInt32 = 2) -> [UInt8] {
        signature + chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0]) + chunk("tEXt", Array("Comment".utf8))
            + chunk("IDAT", pixels) + chunk("IEND", [])
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The sum at its end is not looked at.
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(UInt32(content.count)) + Array(name.utf8) + content + [0, 0, 0, 0]
    }

    /// With a preview inside that has a size and an end of its own, as cameras write it.
    static func jpeg(_ width: UInt16 = 3, _ height: UInt16 = 2, frame: UInt8 = 0xC0) -> [UInt8] {
        let preview: [UInt8] =
            [0xFF, 0xD8] + segment(0xC0, [8, 0, 9, 0, 9, 1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
            + [0x12, 0xFF, 0xD9]
        return [0xFF, 0xD8] + segment(0xE1, Array("Exif".utf8) + preview) + segment(0xC4, [0, 1]) + [0xFF, 0xFF]
            + segment(frame, [8] + big(height) + big(width) + [1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
            + [0x12, 0xFF, 0x00, 0xFF, 0xD0, 0x34] + segment(0xDA, [1, 1, 0, 0, 63, 0]) + pixels + [0xFF, 0xD9]
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(UInt16(content.count + 2)) + content
    }

    /// With losses.
    static func webp(_ width: UInt16 = 3, _ height: UInt16 = 2) -> [UInt8] { riff(lossy(width, height)) }

    static func lossy(_ width: UInt16, _ height: UInt16) -> [UInt8] {
        part("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little(width | 0x4000) + little(height) + [1, 2, 3])
    }

    static func lossless(_ width: UInt32 = 3, _ height: UInt32 = 2) -> [UInt8] {
        riff(part("VP8L", [0x2F] + little(width - 1 | (height - 1) << 14) + pixels))
    }

    /// One that says more of itself: that it moves, where its colours are.
    static func extended(_ width: UInt32 = 3, _ height: UInt32 = 2) -> [UInt8] {
        riff(
            part("VP8X", [0x20, 0, 0, 0] + little(width - 1).prefix(3) + little(height - 1).prefix(3))
                + part("ICCP", [1, 2, 3]) + lossy(1, 1))
    }

    static func riff(_ content: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(UInt32(content.count + 4)) + Array("WEBP".utf8) + content
    }

    static func part(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(UInt32(content.count)) + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    static let pixels: [UInt8] = [7, 3, 0xFE, 9, 0]

    private static func big(_ number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] { big(number).reversed() }

    static let all: [(format: ImageHeader.Format, bytes: [UInt8])] = [
        (.png, png()), (.jpeg, jpeg()), (.jpeg, jpeg(frame: 0xC2)), (.webp, webp()), (.webp, lossless()),
        (.webp, extended()),
    ]
}
