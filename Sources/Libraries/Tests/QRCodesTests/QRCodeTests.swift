import LibraryTestSupport
import Media
import Testing

@testable import QRCodes

/// Codes that the program zbarimg of another project reads.
@Suite struct QRCodeTests {
    @Test(arguments: [
        "georacing://join?groupId=7K2M-9QX4", "0123456789", "Mañana, 14:05 — grada Ñ «€»",
        String(repeating: "long ", count: 200),
    ]) func aCodeIsReadByAnotherProgram(text: String) throws {
        for correction in [QRCode.Correction.low, .medium, .quartile, .high] {
            let png = try #require(try QRCode(text, correction).png(scale: 3))
            #expect(try zbarText(in: png) == text + "\n")
        }
    }

    @Test func aCodeThatIsPrintedInAnySizeIsReadToo() throws {
        let link = "georacing://join?groupId=7K2M-9QX4"
        #expect(try zbarText(in: Array(QRCode(link).svg.utf8), isDrawing: true) == link + "\n")
    }

    @Test func aCodeInColoursIsReadToo() throws {
        let code = try QRCode("colour")
        // Dark blue on light yellow, without scaling and with a margin of four.
        let side = code.width + 8
        var pixels: [UInt8] = []
        for y in -4..<code.width + 4 {
            for x in -4..<code.width + 4 {
                let isInside = 0..<code.width ~= x && 0..<code.width ~= y
                let isDark = isInside && code.isDark[y * code.width + x]
                pixels += Array(repeating: isDark ? [0, 0, 90] : [255, 255, 180], count: 4).joined()
            }
        }
        // Four pixels wide, and each line four times.
        let lines = stride(from: 0, to: pixels.count, by: side * 12).flatMap { start in
            Array(repeating: pixels[start..<start + side * 12], count: 4).joined()
        }
        let png = try #require(PNG.bytes(lines, .colour, width: side * 4, height: side * 4))
        #expect(try zbarText(in: png) == "colour\n")
        let header = try ImageHeader(png, .png)
        #expect(header.width == side * 4 && header.height == side * 4)
    }

    @Test func whatHasNoCodeIsRefused() throws {
        #expect(throws: QRCode.Problem.text) { try QRCode("") }
        #expect(throws: QRCode.Problem.text) { try QRCode("a\0b") }
        #expect(throws: QRCode.Problem.tooLong) { try QRCode(String(repeating: "x", count: 3_000)) }
        #expect(try QRCode("x").png(scale: 0) == nil && QRCode("x").png(scale: 101) == nil)
        #expect(PNG.bytes([0], .grey, width: 1, height: 2) == nil && PNG.bytes([], .grey, width: 0, height: 0) == nil)
        #expect(PNG.bytes([0], .grey, width: .max, height: .max) == nil)
    }
}
