import Glibc

/// A mosquitto broker of the test's own, which ends with it.
final class Broker {
    struct Failure: Error { let what: String }

    static let program = "/usr/sbin/mosquitto"
    static let isInstalled = unsafe access(program, X_OK) == 0

    let port: Int
    private let process: pid_t

    /// Starts a broker and waits until it takes connections.
    init(port: Int? = nil) async throws {
        let port = try port ?? Self.freePort()
        var process: pid_t = 0
        let words = [Self.program, "-p", "\(port)"]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for number in [STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
        }
        guard unsafe posix_spawn(&process, Self.program, &actions, nil, &arguments, environ) == 0 else {
            throw Failure(what: "mosquitto can't be started")
        }
        (self.port, self.process) = (port, process)
        while true {
            if let descriptor = Self.connect(to: port) {
                close(descriptor)
                return
            }
            await Task.yield()
        }
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Publishes, and returns once the broker has taken it.
    func publish(_ payload: String, to topic: String) throws {
        guard let descriptor = Self.connect(to: port) else { throw Failure(what: "no connection") }
        defer { close(descriptor) }
        // CONNECT as "t", version 3.1.1, with a clean session.
        try Self.write([0x10, 13, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 60, 0, 1] + Array("t".utf8), to: descriptor)
        try Self.read(4, from: descriptor)
        let body = bigEndian(UInt16(topic.utf8.count)) + Array(topic.utf8) + Array(payload.utf8)
        let length = [UInt8(body.count & 0x7F | 0x80), UInt8(body.count >> 7)]
        // PUBLISH, and PINGREQ, which is answered behind it.
        try Self.write([0x30] + length + body + [0xC0, 0], to: descriptor)
        try Self.read(2, from: descriptor)
    }

    static func freePort() throws -> Int {
        var port = 0
        let descriptor = unsafe onSocket(port: 0) { descriptor, address, length in
            var length = length
            guard unsafe bind(descriptor, address, length) == 0,
                unsafe getsockname(descriptor, address, &length) == 0
            else { return false }
            port = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
            return true
        }
        guard let descriptor else { throw Failure(what: "no free port") }
        close(descriptor)
        return port
    }

    private static func connect(to port: Int) -> CInt? {
        unsafe onSocket(port: port) { unsafe Glibc.connect($0, $1, $2) == 0 }
    }

    private static func onSocket(
        port: Int, _ body: (CInt, UnsafeMutablePointer<sockaddr>, socklen_t) -> Bool
    ) -> CInt? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isDone = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if !isDone { close(descriptor) }
        return isDone ? descriptor : nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) throws {
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(what: "write") }
    }

    private static func read(_ count: Int, from descriptor: CInt) throws {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe Glibc.read(descriptor, &bytes, count) == count else { throw Failure(what: "read") }
    }
}
