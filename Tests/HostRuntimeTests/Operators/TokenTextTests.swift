import Testing

@testable import HostRuntime

/// What a token looks like.
struct TokenTextTests {
    private let secret = Array("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".utf8)

    @Test func `a token has its mark, its id, its bits and its checksum`() throws {
        let token = try TokenText.random()
        #expect(token.text.utf8.count == 62 && TokenText.length == 62)
        #expect(token.text.hasPrefix("fso_\(token.id)_"))
        #expect(TokenText.id(of: Array(token.text.utf8).span) == token.id)
        #expect(try TokenText.random().text != token.text)
    }

    @Test func `the checksum is that of zlib, in base 62`() {
        // crc32(b"fso_k3Jw9QmZ_" + b"A" * 43), in digits of 0-9, A-Z, a-z.
        #expect(TokenText(id: "k3Jw9QmZ", secret: secret).text.hasSuffix("1rtxhh"))
    }

    @Test func `a token with any one letter changed is invalid`() throws {
        let text = Array(try TokenText.random().text.utf8)
        for index in text.indices {
            var other = text
            other[index] = other[index] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
            #expect(TokenText.id(of: other.span) == nil, "\(index)")
        }
    }

    @Test func `lower case, spaces, less and more are no token`() throws {
        let text = TokenText(id: "k3Jw9QmZ", secret: secret).text
        for other in [
            text.lowercased(), text + " ", " " + text, String(text.dropLast()), text + "A", "", "fso_", text + text,
            String(repeating: "é", count: 31),
        ] { #expect(TokenText.id(of: Array(other.utf8).span) == nil, "\(other)") }
    }

    @Test func `ids are made of letters that stand in paths and tables, all of them`() throws {
        var seen: Set<Character> = []
        for _ in 0..<400 { seen.formUnion(try TokenText.random().id) }
        #expect(seen.count == 62)
    }
}
