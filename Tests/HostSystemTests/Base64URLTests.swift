import HostSystem
import Testing

/// Bytes as letters, and letters as bytes, in one way.
@Suite struct Base64URLTests {
    @Test(arguments: [
        (bytes: [], letters: ""), ([0], "AA"), ([255], "_w"), ([255, 239], "_-8"), ([0, 16, 131], "ABCD"),
        (Array(0..<16), "AAECAwQFBgcICQoLDA0ODw"),
        ([UInt8](repeating: 0, count: 16), "AAAAAAAAAAAAAAAAAAAAAA"),
        ([UInt8](repeating: 255, count: 16), "_____________________w"),
    ])
    func `bytes spell letters`(bytes: [UInt8], letters: String) {
        #expect(Base64URL.letters(of: bytes) == Array(letters.utf8))
        #expect(Base64URL.bytes(letters) == bytes)
    }

    @Test(arguments: 0...40)
    func `letters stand for bytes, and bytes for letters`(count: Int) throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(Base64URL.bytes(Base64URL.letters(of: bytes).span) == bytes)
    }

    @Test(arguments: [
        "A", "AAAAA", "AA==", "AAA=", "A+AA", "A/AA", "AA A", "AAAA\n", "ÀAAA",
        // Bits that are left over and not zero: another way to write the same bytes.
        "AB", "AP", "A_", "AAB", "AAD", "AA_",
    ])
    func `there is one way to write bytes`(text: String) { #expect(Base64URL.bytes(text) == nil) }
}
