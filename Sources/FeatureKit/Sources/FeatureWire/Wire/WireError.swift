/// What is wrong with the other side or with what it sent.
@_spi(Hosting) public enum WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// It breaks the protocol.
    case malformed(String)
    /// It is larger than a limit.
    case tooLarge(String)
    /// The other side speaks another version.
    case otherVersion(theirs: UInt32, ours: UInt32)
    /// The other side has gone.
    case closed
    /// Too many requests are open for another one.
    case busy
    /// The other side did not answer in time.
    case late

    /// What is wrong, for the log.
    public var description: String {
        switch self {
        case .malformed(let what): "what it says is not the protocol: \(what)"
        case .tooLarge(let what): "what it says is too large: \(what)"
        case .otherVersion(let theirs, let ours): "it speaks version \(theirs) of the protocol, this side \(ours)"
        case .closed: "it has gone"
        case .busy: "\(WireLimits.questions) questions to it are on their way already"
        case .late: "it did not answer in time"
        }
    }
}
