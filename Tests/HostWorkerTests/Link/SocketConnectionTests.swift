import FeatureKit
@_spi(Hosting) import FeatureWire
import Glibc
import HostSystem
import Testing

@testable import HostWorker

/// Both ends of a socket pair: whole messages, in order, from many threads, and never a wait.
@Suite(.timeLimit(.minutes(1)))
struct SocketConnectionTests {
    private let near: SocketConnection
    private let far: SocketConnection

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
        near = try SocketConnection(Descriptor(owning: ends[0]))
        far = try SocketConnection(Descriptor(owning: ends[1]))
    }

    private func message(_ number: Int, size: Int = 0) -> WireMessage {
        WireMessage(.log, UInt32(number), [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size))
    }

    /// Reads at the far end until there are so many messages, while the near end's thread would write.
    private func receive(_ count: Int, _ input: inout SocketInput) throws -> [WireMessage] {
        var found: [WireMessage] = []
        while found.count < count {
            if near.wantsToWrite { near.flush() }
            if try input.read() == .end { break }
            while let message = try input.next() { found.append(message) }
        }
        return found
    }

    @Test func `Messages that do not fit wait, and sending never blocks`() throws {
        #expect(near.send(WireHello().message))
        let messages = (0..<100).map { message($0, size: 100_000) }
        for message in messages { #expect(near.send(message)) }
        #expect(near.waiting > 5 << 20 && near.wantsToWrite)
        var input = SocketInput(far.socket)
        #expect(try receive(101, &input) == [WireHello().message] + messages)
        #expect(near.waiting == 0 && !near.wantsToWrite)
    }

    @Test func `Each of many threads that send keeps its order`() async throws {
        #expect(near.send(WireHello().message))
        let (threads, each) = (8, 2_000)
        try await withThrowingTaskGroup(of: Void.self) { [near] group in
            for thread in 0..<threads {
                group.addTask {
                    try await OwnedThread.run("sender") {
                        for number in 0..<each {
                            while !near.send(
                                WireMessage(
                                    .log, UInt32(thread * each + number), [UInt8](repeating: 0, count: number % 700)))
                            {}
                        }
                    }
                }
            }
            var input = SocketInput(far.socket)
            var next = (0..<threads).map { UInt32($0 * each) }
            for message in try receive(threads * each + 1, &input).dropFirst() {
                let thread = Int(message.conversation) / each
                #expect(
                    message.conversation == next[thread] && message.body.count == Int(message.conversation) % each % 700
                )
                next[thread] += 1
            }
            #expect(next == (1...threads).map { UInt32($0 * each) })
            try await group.waitForAll()
        }
        #expect(near.waiting == 0)
    }

    @Test func `Nothing is taken beyond the room there is, and media have their own`() throws {
        let publication = WireMessage(.publish, 0, [UInt8](repeating: 0, count: 1 << 20))
        var sent = 0
        while near.send(publication) { sent += 1 }
        #expect((15...17).contains(sent), "\(sent)")
        #expect(near.send(message(1, size: 1 << 20)), "other things pass a flood")
        #expect(near.sendInPieces(WireMessage(.media, 1, [UInt8](repeating: 0, count: WireLimits.media))))
        #expect(!near.send(message(1, size: WireLimits.message + 1)))
        #expect(!near.sendInPieces(WireMessage(.media, 1, [UInt8](repeating: 0, count: WireLimits.pieced + 1))))
    }

    @Test func `Whoever closes is heard, and sends no more`() throws {
        #expect(near.send(WireHello().message) && near.send(message(7)))
        near.close()
        #expect(!near.send(message(8)) && !near.sendInPieces(message(9)) && near.waiting == 0)
        var input = SocketInput(far.socket)
        #expect(try receive(9, &input) == [WireHello().message, message(7)])
        #expect(try input.read() == .end)
        _ = far.send(message(1, size: 100))
        #expect(!far.send(message(1)), "what can't arrive is not sent")
    }

    @Test func `No message is accepted before the hello`() throws {
        #expect(near.send(message(1)))
        var input = SocketInput(far.socket)
        _ = try input.read()
        #expect(throws: WireError.malformed("it does not say who it is")) { try input.next() }
    }

    @Test func `A second hello is refused`() throws {
        #expect(near.send(WireHello().message) && near.send(WireHello().message))
        var input = SocketInput(far.socket)
        _ = try input.read()
        #expect(try input.next() == WireHello().message)
        #expect(throws: WireError.malformed("it says twice who it is")) { try input.next() }
    }
}
