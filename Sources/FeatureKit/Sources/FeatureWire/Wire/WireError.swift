/// What is wrong with what the other side says.
@_spi(Hosting) public enum WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// It is not what was agreed on.
    case malformed(String)
    /// It is larger than a limit.
    case tooLarge(String)
    /// The other side speaks another version.
    case otherVersion(theirs: UInt32, ours: UInt32)
    /// The other side has gone.
    case closed
    /// So many questions are on their way already that no more is sent.
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
