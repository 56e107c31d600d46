/// Who is at the other end of a connection.
package enum Peer: Sendable, Hashable, CustomStringConvertible {
    /// An address, as it is written, with the port.
    case address(String, port: UInt16)
    /// A process on this machine, as the kernel knows it.
    case process(pid: Int32, user: UInt32)

    /// The address, or the process.
    package var description: String {
        switch self {
        case .address(let address, _): address
        case .process(let pid, let user): "uid \(user) pid \(pid)"
        }
    }
}
