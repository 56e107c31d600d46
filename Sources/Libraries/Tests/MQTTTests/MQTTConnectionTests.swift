import FeatureKit
import Glibc
import MQTT
import Testing

// A running broker is what the tests of ble start.
@Suite(.timeLimit(.minutes(1))) struct MQTTConnectionTests {
    private func run(_ subscription: MQTTSubscription) async -> (any Error)? {
        let connection = MQTTConnection(subscription, {}) { _ in }
        do {
            try await connection.run()
            return nil
        } catch { return error }
    }

    @Test func saysWhichBrokerIsNotThere() async throws {
        let port = try #require(Socket(listens: false)?.port)
        let error = await run(MQTTSubscription(host: "127.0.0.1", port: port, topic: "a/#"))
        let words = try #require((error as? MQTTConnection.Problem)?.description)
        #expect(words.hasPrefix("the broker at 127.0.0.1:\(port): "))
    }

    @Test func saysWhichCertificatesCantBeRead() async throws {
        let error = await run(
            MQTTSubscription(host: "127.0.0.1", port: 1, topic: "a/#", certificates: "/nowhere/ca.pem"))
        #expect(error is MQTTConnection.Problem)
    }

    /// A broker that takes the connection and says nothing delays no stop.
    @Test func endsOnceItsTaskIsCancelled() async throws {
        let socket = try #require(Socket(listens: true))
        let running = Task { await run(MQTTSubscription(host: "127.0.0.1", port: socket.port, topic: "a/#")) }
        let accepted = socket.accept()
        defer { close(accepted) }
        running.cancel()
        #expect(await running.value is CancellationError)
    }

    @Test func aCancelledTaskDoesNotConnect() async throws {
        let running = Task {
            while !Task.isCancelled { await Task.yield() }
            return await run(MQTTSubscription(host: "127.0.0.1", port: 1, topic: "a/#"))
        }
        running.cancel()
        #expect(await running.value is CancellationError)
    }
}

/// A socket with a port of its own.
private final class Socket: Sendable {
    let port: Int
    private let descriptor: CInt

    init?(listens: Bool) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        (self.descriptor, port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
        guard isBound, !listens || listen(descriptor, 1) == 0 else { return nil }
    }

    deinit { close(descriptor) }

    func accept() -> CInt { Glibc.accept(descriptor, nil, nil) }
}
