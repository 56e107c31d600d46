@_spi(Hosting) import FeatureWire
import Testing

/// Frames: whatever is written is read again, however the stream is cut; what nobody wrote ends in an error.
struct FrameTests {
    /// Reads all messages of a stream that comes in parts of this size.
    private func read(_ bytes: [UInt8], inPartsOf size: Int = .max) throws -> [WireMessage] {
        var reader = FrameReader()
        var found: [WireMessage] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(size)
            rest = rest.dropFirst(part.count)
            unsafe part.withUnsafeBytes { unsafe reader.add($0) }
            while let message = try reader.next() { found.append(message) }
        }
        return found
    }

    private func all(_ writer: inout FrameWriter) -> [UInt8] {
        var bytes: [UInt8] = []
        while !writer.isEmpty { bytes += writer.next() }
        return bytes
    }

    private func bytes(_ count: Int, _ seed: Int = 0) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ seed) }
    }

    @Test(arguments: [0, 1, WireLimits.frame - 1, WireLimits.frame, WireLimits.frame + 1, 3 * WireLimits.frame])
    func `A message of any size comes out as it went in`(count: Int) throws {
        let message = WireMessage(.reply, 0xFEDC_BA98, bytes(count))
        var writer = FrameWriter()
        writer.add(message)
        #expect(writer.waiting == count + 9 * max(1, (count + WireLimits.frame - 1) / WireLimits.frame))
        let stream = all(&writer)
        for size in [1, 8, 9, 10, 4_096, .max] where count / size < 10_000 {
            #expect(try read(stream, inPartsOf: size) == [message])
        }
    }

    @Test func `Plain messages keep their order, and media let them pass`() throws {
        var writer = FrameWriter()
        let film = WireMessage(.media, 7, bytes(40 * 64 << 10))
        writer.addInPieces(film)
        var order: [WireMessage] = []
        var reader = FrameReader()
        for turn in 0..<10 {
            writer.add(WireMessage(.log, 0, bytes(turn)))
            unsafe writer.next().withUnsafeBytes { unsafe reader.add($0) }
            while let message = try reader.next() { order.append(message) }
        }
        #expect(order == (0..<10).map { WireMessage(.log, 0, bytes($0)) })
        unsafe all(&writer).withUnsafeBytes { unsafe reader.add($0) }
        #expect(try reader.next() == film)
        #expect(try reader.next() == nil)
    }

    @Test func `Media pass, too, while more plain data wait than goes out in one go`() throws {
        var writer = FrameWriter()
        for _ in 0..<40 { writer.add(WireMessage(.deliver, 2, bytes(200_000))) }
        writer.addInPieces(WireMessage(.media, 7, bytes(100_000)))
        var reader = FrameReader()
        var plain = 0
        while true {
            unsafe writer.next().withUnsafeBytes { unsafe reader.add($0) }
            var found: [WireKind] = []
            while let message = try reader.next() { found.append(message.kind) }
            plain += found.count { $0 == .deliver }
            if found.contains(.media) { break }
            try #require(!writer.isEmpty)
        }
        #expect(plain < 10)
    }

    @Test func `Several media take turns, and two of one conversation follow each other`() throws {
        var writer = FrameWriter()
        let large = WireMessage(.media, 1, bytes(1 << 20))
        let small = WireMessage(.media, 3, bytes(100_000, 1))
        let second = WireMessage(.media, 1, bytes(10, 2))
        for message in [large, small, second] { writer.addInPieces(message) }
        #expect(try read(all(&writer), inPartsOf: 10_000) == [small, large, second])
    }

    @Test func `What waits is counted to the last byte, and refused beyond its room`() {
        var writer = FrameWriter()
        let publication = WireMessage(.publish, 0, bytes(1 << 20))
        while writer.takes(publication) { writer.add(publication) }
        #expect(writer.waiting == 15 * (1 << 20 + 9 * 4))
        let reply = WireMessage(.reply, 0, bytes(1 << 20))
        while writer.takes(reply) { writer.add(reply) }
        #expect(writer.waiting == 63 * (1 << 20 + 9 * 4))
        let film = WireMessage(.media, 1, [UInt8](repeating: 1, count: WireLimits.media))
        var films = 0
        while writer.takesInPieces(film) {
            writer.addInPieces(film)
            films += 1
        }
        #expect(films == 3)
        #expect(!writer.takes(WireMessage(.reply, 0, bytes(WireLimits.message + 1))))
        #expect(all(&writer).count > 0)
        #expect(writer.waiting == 0)
        #expect(writer.takes(publication) && writer.takesInPieces(film))
    }

    @Test func `What is no frame is refused with what is wrong`() {
        func problem(_ stream: [UInt8]) -> WireError? {
            do throws(any Error) { _ = try read(stream) } catch { return error as? WireError }
            return nil
        }
        #expect(
            problem([0x01, 0x00, 0x04, 0x00, 4, 0, 0, 0, 0])
                == .tooLarge("a frame of 262145 bytes; 262144 are the most"))
        #expect(problem([0, 0, 0, 0x01, 4, 0, 0, 0, 0]) == .malformed("a frame's length has odd bits"))
        #expect(
            problem([0, 0, 0, 0x80, 4, 0, 0, 0, 0]) == .malformed("an empty frame that is not its message's last"))
        #expect(
            problem([1, 0, 0, 0x80, 4, 0, 0, 0, 0, 9] + [1, 0, 0, 0, 5, 0, 0, 0, 0, 9])
                == .malformed("a message begins before the last one has ended"))
        #expect(problem([0x03, 0, 0, 0, 4]) == nil)
    }

    @Test func `A message that never ends is refused at its limit`() throws {
        let head: [UInt8] = [0, 0, 0x04, 0x80, 4, 0, 0, 0, 0]
        let frame = head + bytes(WireLimits.frame)
        var reader = FrameReader()
        for _ in 0..<64 {
            unsafe frame.withUnsafeBytes { unsafe reader.add($0) }
            #expect(try reader.next() == nil)
        }
        unsafe frame.withUnsafeBytes { unsafe reader.add($0) }
        #expect(throws: WireError.tooLarge("a message; 16777216 bytes are the most")) { try reader.next() }
    }

    @Test func `Too many media that have begun are refused`() throws {
        var reader = FrameReader()
        for number in 0..<1_024 {
            let frame: [UInt8] = [1, 0, 0, 0xC0, 49, UInt8(number & 0xFF), UInt8(number >> 8), 0, 0, 7]
            unsafe frame.withUnsafeBytes { unsafe reader.add($0) }
            #expect(try reader.next() == nil)
        }
        let last: [UInt8] = [1, 0, 0, 0xC0, 49, 0, 0, 1, 0, 7]
        unsafe last.withUnsafeBytes { unsafe reader.add($0) }
        #expect(throws: WireError.tooLarge("more than 1024 messages in pieces at a time")) { try reader.next() }
    }

    @Test func `Each side knows the other, or says what it is`() throws {
        let hello = WireHello(capabilities: ["rest"])
        #expect(try WireHello(hello.message) == hello)
        #expect(throws: WireError.otherVersion(theirs: 2, ours: 1)) { try WireHello(WireHello(version: 2).message) }
        #expect(throws: WireError.malformed("it does not say who it is")) { try WireHello(WireMessage(.ready)) }
        let foreign = WireMessage(.hello) { $0.text("HTTP/1.1") }
        #expect(throws: WireError.malformed("it is something else")) { try WireHello(foreign) }
        // A later version may say more, and differently: which one it is can be read all the same.
        var longer = WireHello(version: 9).message.body
        longer += [1, 2, 3]
        #expect(throws: WireError.otherVersion(theirs: 9, ours: 1)) { try WireHello(WireMessage(.hello, 0, longer)) }
    }
}
