@_spi(Hosting) internal import FeatureKit
internal import HostSystem

extension LocalSocketProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .noHost(let state): "\(state): no host runs here; --state DIR names another state folder"
        case .hostHasEnded(let state): "\(state): the host that ran here has ended; start it again"
        case .notAllowed(let state): "\(state): only the user that runs the host may talk to it"
        case .unreachable(let state, let error): "\(state): the host can't be reached: \(error)"
        case .gone: "the host went away"
        case .silent(let limit): "the host has said nothing for \(DurationText.print(limit))"
        case .notUnderstood(let fault): "what the host answers can't be understood: \(fault.message)"
        }
    }
}

extension ReplyFault {
    fileprivate var message: String {
        switch self {
        case .badStatusLine: "it does not begin with HTTP/1.1 and a status"
        case .badField: "a field is broken"
        case .badLength: "its length is unclear"
        case .badChunk: "a chunk is broken"
        case .headTooLarge: "its head is larger than \(ReplyReader.mostHeadBytes) bytes"
        case .bodyTooLarge(let most): "it is larger than \(most) bytes"
        case .eventTooLarge(let most): "an event is larger than \(most) bytes"
        case .moreThanOne: "more than one answer came"
        case .badJSON(let problem): problem
        case .cutOff: "it ends in the middle"
        }
    }
}
