import Glibc
import HostSystem
import Testing

@testable import HostRuntime

/// Who listens where, as far as the system tells.
@Suite struct PortHolderTests {
    static let ipv4 = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1167 1 0000000000000000 100 0 0 10 0
           1: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1168 1 0000000000000000 100 0 0 10 0
           2: 0100007F:1F91 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 1169 1 0000000000000000 20 4 30 10 -1

        """
    static let ipv6 = """
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: B80D0120000000000000000007000000:01BB 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 18446744073709551615 1 0000000000000000 100 0 0 10 0
           1: 00000000000000000000000000000000:1F92 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1171 1 0000000000000000 100 0 0 10 0

        """

    @Test func `the system's lists are read`() {
        let sockets = ListeningSockets([Self.ipv4, Self.ipv6])
        #expect(
            sockets.all == [
                .init(address: [127, 0, 0, 1], port: 8080, inode: 1167),
                .init(address: [0, 0, 0, 0], port: 80, inode: 1168),
                .init(
                    address: [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7], port: 443,
                    inode: .max),
                .init(address: [UInt8](repeating: 0, count: 16), port: 8082, inode: 1171),
            ])
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", 1167), ("127.0.0.2:8080", nil), ("0.0.0.0:8080", 1167), ("[::]:8080", 1167),
            ("127.0.0.1:80", 1168), ("[::1]:80", 1168), ("127.0.0.1:8082", 1171), ("[2001:db8::7]:443", .max),
            ("[2001:db8::8]:443", nil), ("127.0.0.1:8081", nil), ("0.0.0.0:9", nil),
        ] as [(String, UInt64?)])
    func `one for all addresses is in the way of each, and the other way round`(address: String, inode: UInt64?) throws
    {
        #expect(try ListeningSockets([Self.ipv4, Self.ipv6]).taking(ListenAddress(address))?.inode == inode)
    }

    @Test(arguments: [
        "", "\n\n", "a b c d e f g h i j k", " 0: 0100007F:1F90 x 0A", " 0: 0100007F:1F90 0 0A 0 0 0 0 0 -1",
        " 0: 0100007F:1F900 0 0A 0 0 0 0 0 1", " 0: 0100007F 0 0A 0 0 0 0 0 1", " 0: 0100007:1F90 0 0A 0 0 0 0 0 1",
        " 0: 0100007G:1F90 0 0A 0 0 0 0 0 1", " 0: +100007F:+F90 0 0B 0 0 0 0 0 1",
    ])
    func `what is no such list holds nothing`(text: String) {
        #expect(ListeningSockets([text]).all == [])
    }

    @Test func `this process is found by a port of its own`() throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try Descriptor { Glibc.socket(AF_INET, kind, 0) }
        try SystemError.check { listen(socket.number, 1) }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout.size(ofValue: address))
        try SystemError.check {
            unsafe withUnsafeMutablePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe getsockname(socket.number, address, &size)
                }
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        let holder = try #require(PortHolder.find(at: ListenAddress("127.0.0.1:\(port)")))
        #expect(holder.pid == getpid())
        #expect(!holder.name.isEmpty && !holder.name.contains("\n"))
    }
}
