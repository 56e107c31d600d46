internal import HostSystem

/// The sockets that listen on TCP, as the system lists them in `/proc/net/tcp` and `/proc/net/tcp6`.
struct ListeningSockets: Equatable {
    /// One that listens.
    struct Socket: Equatable {
        /// 4 bytes or 16, as the network has them.
        let address: [UInt8]
        let port: UInt16
        /// By which the process that holds it is found.
        let inode: UInt64
    }

    private(set) var all: [Socket] = []

    /// What the state of a socket is called that listens.
    private static let listening: Substring = "0A"

    /// Reads lists; what is no line of one is left out.
    init(_ lists: [String]) {
        for line in lists.flatMap({ $0.split(separator: "\n") }) {
            let columns = line.split(separator: " ", omittingEmptySubsequences: true)
            guard columns.count > 9, columns[3] == Self.listening, let inode = UInt64(columns[9]) else { continue }
            let parts = columns[1].split(separator: ":")
            guard parts.count == 2, let address = Self.address(parts[0]), let port = UInt16(parts[1], radix: 16) else {
                continue
            }
            all.append(Socket(address: address, port: port, inode: inode))
        }
    }

    /// The one that keeps others from listening at an address: the very same, or one for all addresses.
    func taking(_ wanted: ListenAddress) -> Socket? {
        let candidates = all.filter { $0.port == wanted.port }
        return candidates.first { $0.address == wanted.bytes }
            ?? candidates.first { wanted.isWildcard || $0.address.allSatisfy { $0 == 0 } }
    }

    /// Words of 32 bits, each as its number on this machine.
    private static func address(_ digits: Substring) -> [UInt8]? {
        guard digits.utf8.count == 8 || digits.utf8.count == 32 else { return nil }
        var bytes: [UInt8] = []
        var rest = digits
        while !rest.isEmpty {
            guard let word = UInt32(rest.prefix(8), radix: 16) else { return nil }
            let number = UInt32(bigEndian: word)
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
            rest = rest.dropFirst(8)
        }
        return bytes
    }
}
