internal import Glibc
internal import HostConfig
package import HostSystem

/// The process that listens where somebody else wants to.
package struct PortHolder: Sendable, Equatable {
    package let pid: Int32
    /// What `ps` calls it.
    package let name: String

    package init(pid: Int32, name: String) {
        self.pid = pid
        self.name = name
    }

    /// The most processes, and descriptors of one of them, that are looked at.
    private static let mostEntries = 100_000

    /// Who listens at an address; nil where nobody does, or where this process may not know it.
    package static func find(at address: ListenAddress) -> PortHolder? {
        let lists = ["tcp", "tcp6"].compactMap { try? FileSource.read("/proc/self/net/\($0)") }
        let sockets = ListeningSockets(lists.map { String(decoding: $0, as: UTF8.self) })
        guard let socket = sockets.taking(address) else { return nil }
        let pids = names(in: "/proc").compactMap { Int32($0) }.sorted()
        // Of several that share it the first one started the others.
        return pids.first { holds(socket.inode, $0) }.map { PortHolder(pid: $0, name: name(of: $0)) }
    }

    private static func holds(_ inode: UInt64, _ pid: Int32) -> Bool {
        let folder = "/proc/\(pid)/fd"
        return names(in: folder).contains { aim(of: "\(folder)/\($0)") == "socket:[\(inode)]" }
    }

    private static func aim(of link: String) -> String? {
        var target = [CChar](repeating: 0, count: 64)
        let count = unsafe readlink(link, &target, target.count)
        guard count >= 0 else { return nil }
        return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func name(of pid: Int32) -> String {
        let bytes = (try? FileSource.read("/proc/\(pid)/comm")) ?? []
        var text = ""
        TextLine.write(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self), to: &text)
        return text
    }

    private static func names(in folder: String) -> [String] {
        (try? Folder.names(in: folder, most: mostEntries))?.names ?? []
    }
}
