internal import Glibc
internal import WebClient

extension DeliveryReason: CustomStringConvertible {
    /// The reason as an operator reads it.
    public var description: String {
        switch self {
        case .status(let status, let code): "the peer answers \(status)\(code.map { " " + $0 } ?? "")"
        case .web(let problem): "the peer \(problem)"
        case .invalid(let part): "the \(part) is not valid"
        case .account(let reason): "the sender's account can't be used: \(reason)"
        case .file(let code): "the file can't be written: \(unsafe String(cString: strerror(code)))"
        }
    }
}
