internal import Glibc
internal import HostConfig
internal import HostSystem

extension ListenRefusal: CustomStringConvertible {
    /// Each address on a line, with what to write.
    package var description: String {
        addresses.map { "\($0): error: \(ListenAddress.complaint(document: document))" }.joined(separator: "\n")
    }
}

extension ListenFailure: CustomStringConvertible {
    /// The failure as an operator reads it.
    package var description: String { "\(address): error: \(reason)" }

    private var reason: String {
        switch error.code {
        case EADDRINUSE: holder.map { "in use by pid \($0.pid) (\($0.name))" } ?? "in use by another process"
        case EADDRNOTAVAIL: "this machine has no such address"
        case EACCES where address.port < 1024: "ports below 1024 take root or the capability CAP_NET_BIND_SERVICE"
        default: "cannot listen: \(error)"
        }
    }
}
