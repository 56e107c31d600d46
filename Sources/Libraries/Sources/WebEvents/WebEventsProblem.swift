internal import FeatureKit
public import WebClient

/// Why a stream of events has ended, or is none.
public enum WebEventsProblem: Error, Equatable, Sendable, CustomStringConvertible {
    case web(WebProblem)
    case noEvents(type: String?)
    case tooLarge
    case tooFast
    case saidNothing

    /// How long the server wants not to be asked.
    public var retryAfter: Duration? { if case .web(let problem) = self { problem.retryAfter } else { nil } }

    /// The problem as an operator reads it after the address.
    public var description: String {
        switch self {
        case .web(let problem): "\(problem)"
        case .noEvents(nil): "is no stream of events, and does not say what it is"
        case .noEvents(let type?): "is no stream of events but \(Value.text(String(type.prefix(40))).json)"
        case .tooLarge: "sends an event of more than \(EventReader.mostBytes / 1024) KiB"
        case .tooFast: "sends more than \(WebEvents.mostWaiting) events at once"
        case .saidNothing: "ended before it said anything that is understood"
        }
    }
}
