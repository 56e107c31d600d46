import LibraryTestSupport
import Protobuf
import Testing

@Suite struct WireMessageTests {
    /// `message A { int32 a = 1; string b = 2; A c = 3; float d = 4; fixed64 e = 5; }`, as protoc 3.21 encodes it:
    /// `a: -2, b: "hé", c { a: 150 }, c { b: "x" }, d: 1.5, e: 9`.
    private static let bytes: [UInt8] = [
        0x08, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x12, 0x03, 0x68, 0xC3, 0xA9, 0x1A, 0x03,
        0x08,
        0x96, 0x01, 0x1A, 0x03, 0x12, 0x01, 0x78, 0x25, 0x00, 0x00, 0xC0, 0x3F, 0x29, 0x09, 0, 0, 0, 0, 0, 0, 0,
    ]

    @Test func fieldsAreReadByTheirNumbers() throws {
        let message = try WireMessage(Self.bytes[...])
        #expect(message.signed(1) == -2 && message.number(1) == .max - 1)
        #expect(
            message.text(2) == "hé" && message.float(4) == 1.5
                && message.parts(5).map(Array.init) == [[9, 0, 0, 0, 0, 0, 0, 0]])
        #expect(try message.messages(3).map { $0.number(1) } == [150, nil])
        #expect(try message.message(3)?.text(2) == "x")
        #expect(message.number(9) == nil && message.text(1) == nil && message.float(2) == nil)
        #expect(try message.message(9) == nil)
    }

    /// Of a field that is there twice the last one counts.
    @Test func theLastOfANumberCounts() throws {
        #expect(try WireMessage([8, 1, 8, 2]).number(1) == 2)
    }

    @Test(
        arguments: [
            [0x08], [0x08, 0x80], [0x12, 0x02, 0x68],
            [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x00, 0x01],
            [0x0B], [0x0C], [0x0F], [0x25, 0, 0, 0], [0x29, 0, 0, 0, 0, 0, 0, 0],
            [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        ] as [[UInt8]]) func whatIsDamagedIsRefused(bytes: [UInt8])
    {
        #expect(throws: WireMessage.Damage.self) { try WireMessage(bytes[...]) }
    }

    /// Whatever the bytes: parts are parts of them.
    @Test(arguments: SeededRandom.seeds(20)) func anyBytesAreFieldsOrDamage(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let bytes = random.bytes(Int.random(in: 0...40, using: &random))
            guard let message = try? WireMessage(bytes[...]) else { continue }
            let parts = (1...20).flatMap { message.parts(UInt64($0)) }
            #expect(parts.reduce(0) { $0 + $1.count } <= bytes.count, "seed \(seed)")
        }
    }
}
