internal import CZlib

/// Writes images as PNG.
public enum PNG {
    /// What a pixel has, in bytes.
    public enum Pixels: Int, Sendable {
        /// One byte of brightness.
        case grey = 1
        /// Three bytes: red, green and blue.
        case colour = 3
    }

    /// The most pixels of an image.
    public static let mostPixels = 1 << 25

    /// The bytes of a PNG; nil where the pixels are not width times height, none or too many, or memory is lacking.
    public static func bytes(_ pixels: [UInt8], _ kind: Pixels, width: Int, height: Int) -> [UInt8]? {
        guard 1...mostPixels ~= width, 1...mostPixels ~= height, width * height <= mostPixels,
            pixels.count == width * height * kind.rawValue
        else { return nil }
        // Each line begins with the filter that it has: none.
        var lines: [UInt8] = []
        lines.reserveCapacity(pixels.count + height)
        let length = width * kind.rawValue
        for start in stride(from: 0, to: pixels.count, by: length) {
            lines.append(0)
            lines += pixels[start..<start + length]
        }
        guard let content = compressed(lines) else { return nil }
        let colourType: UInt8 = kind == .grey ? 0 : 2
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width) + big(height) + [8, colourType, 0, 0, 0]) + chunk("IDAT", content)
            + chunk("IEND", [])
    }

    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        guard unsafe compress2(&result, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
            return nil
        }
        return Array(result.prefix(Int(count)))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        let checksum = unsafe crc32(0, named, uInt(named.count))
        return big(content.count) + named + big(Int(checksum))
    }

    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
