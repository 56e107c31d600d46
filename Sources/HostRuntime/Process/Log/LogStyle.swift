/// How lines of the log look.
package enum LogStyle: Sendable, Equatable {
    /// For people.
    case text(colours: Bool)
    /// For machines: one JSON object on each line.
    case json

    /// Text on a terminal, JSON elsewhere; colours unless `NO_COLOR` is set (no-color.org) or the terminal has none.
    package static func fitting(isTerminal: Bool, environment: [String: String]) -> LogStyle {
        guard isTerminal else { return .json }
        return .text(colours: environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb")
    }
}
