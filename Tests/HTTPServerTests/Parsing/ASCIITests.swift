import Testing

@testable import HTTPServer

@Suite struct ASCIITests {
    @Test func `The characters of a token are those of RFC 9110`() {
        let tokens = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        for byte in UInt8.min ... .max { #expect(ASCII.isToken(byte) == tokens.contains(byte), "\(byte)") }
    }

    @Test func `The first control character is found wherever it stands`() {
        for byte in UInt8.min ... .max {
            for place in 0..<20 {
                // Neighbours that a careless mask takes for controls.
                var bytes =
                    [0x20, 0x7E, 0x80, 0xFF, 0x09, 0x21, 0x9F, 0xA0, 0x1F &+ 1, 0xFE].flatMap { [$0, $0] } as [UInt8]
                bytes[place] = byte
                let isControl = byte < 0x20 && byte != 0x09 || byte == 0x7F
                #expect(bytes.span.firstControl(in: 0..<20) == (isControl ? place : nil), "\(byte) at \(place)")
                #expect(bytes.span.firstControl(in: 0..<place) == nil)
                #expect(bytes.span.firstControl(in: min(place + 1, 20)..<20) == nil)
            }
        }
    }

    @Test func `Hexadecimal digits stand for what they do`() {
        let digits = Array("0123456789abcdef".utf8)
        let capitals = Array("0123456789ABCDEF".utf8)
        for byte in UInt8.min ... .max {
            let value = digits.firstIndex(of: byte) ?? capitals.firstIndex(of: byte)
            #expect(ASCII.hexValue(byte).map(Int.init) == value, "\(byte)")
        }
    }
}
