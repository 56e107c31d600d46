import Testing

@_spi(Hosting) @testable import FeatureWire

struct WireReaderTests {
    @Test func `what was written is read`() throws {
        var writer = WireWriter()
        writer.number(Int64.min)
        writer.number(UInt16(513))
        writer.flag(true)
        writer.text("añil")
        writer.data([1, 2, 3])
        var reader = WireReader(writer.bytes)
        #expect(try reader.number(Int64.self) == .min)
        #expect(try reader.number(UInt16.self) == 513)
        #expect(try reader.flag())
        #expect(try reader.text() == "añil")
        #expect(try reader.data() == [1, 2, 3])
        #expect(reader.isAtEnd)
    }

    @Test func `what is cut off anywhere is refused`() throws {
        var writer = WireWriter()
        writer.text("añil")
        writer.number(UInt64(7))
        for end in writer.bytes.indices {
            #expect(throws: WireError.self) {
                var reader = WireReader(Array(writer.bytes[..<end]))
                _ = try reader.text()
                _ = try reader.number(UInt64.self)
            }
        }
    }
}
