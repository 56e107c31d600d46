import Glibc
import HostConfig
import HostSystem
import Testing

@testable import HostRuntime

/// A service manager's end of `sd_notify`, for a host that was given its address.
struct ServiceManagerSocket {
    /// What the host told it, one message for each entry.
    let messages: LineStream

    /// Listens at a path or, written `@name`, in the abstract namespace until `body` returns.
    static func listen<Result>(
        at name: String, _ body: (ServiceManagerSocket) async throws -> Result
    ) async throws -> Result {
        let address = try #require(SocketAddress(name: name))
        let socket = try Descriptor { Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        try SystemError.check { unsafe address.withPointer { unsafe bind(socket.number, $0, $1) } }
        let messages = LineStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await OwnedThread.run("manager") { hear(socket, messages) } }
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(ServiceManagerSocket(messages: messages))) } catch {
                result = .failure(error)
            }
            // Ends the call that waits for a message.
            shutdown(socket.number, Int32(SHUT_RDWR))
            try await group.waitForAll()
            return try result.get()
        }
    }

    /// Waits until this was told.
    func expect(_ message: String, times: Int = 1, at place: SourceLocation = #_sourceLocation) async throws {
        let found = try await messages.first(within: HostProcess.limit) { lines in
            lines.count { $0 == message } >= times ? true : nil
        }
        try #require(
            found == true, "the manager never heard \(message); it heard \(messages.lines)", sourceLocation: place)
    }

    private static func hear(_ socket: Descriptor, _ messages: LineStream) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe recv(socket.number, &bytes, bytes.count, 0)
            guard count > 0 else { break }
            messages.add([bytes[..<count]])
        }
        messages.end()
    }
}
