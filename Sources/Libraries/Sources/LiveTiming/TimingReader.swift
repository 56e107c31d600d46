public import FeatureKit

/// Reads live timing, whose messages build on one another: flags, the session's time and its classification.
public struct TimingReader {
    /// What a message was about.
    public enum Subject: Sendable {
        case flags, session
    }

    private var flagReader = FlagReader()
    private var sessionReader = SessionReader()

    /// Makes a reader that has read nothing.
    public init() {}

    /// What is said of flags now.
    public var flags: TimingFlags { flagReader.flags }
    /// What is known of the session.
    public var session: TimingSession { sessionReader.session }

    /// Reads a message.
    ///
    /// - Parameter name: The message's kind, where that was said beside it.
    /// - Returns: What it was about; nil where it is none of live timing's.
    public mutating func read(_ value: Value, named name: String = "") throws(TimingProblem) -> Subject? {
        switch name.isEmpty ? Self.kind(of: value) : name {
        case "TrackStatus": try flagReader.hear(code: value)
        case "RaceControlMessages": try flagReader.hear(messages: value["Messages"] ?? value)
        case "RaceControlMessage": flagReader.hear(try TimingMessage.read(value))
        case "DriverList": sessionReader.hear(drivers: value.members ?? Members())
        case "TimingData", "TimingAppData": sessionReader.hear(lines: value["Lines"]?.members ?? Members())
        case "LapCount", "ExtrapolatedClock", "SessionInfo": sessionReader.hear(value)
        default: return nil
        }
        return ["TrackStatus", "RaceControlMessages", "RaceControlMessage"].contains(
            name.isEmpty ? Self.kind(of: value) : name)
            ? .flags : .session
    }

    /// The kind of a message, by its members.
    private static func kind(of value: Value) -> String {
        if value["Category"] != nil { return "RaceControlMessage" }
        if value["Status"] != nil { return "TrackStatus" }
        if value["Messages"] != nil { return "RaceControlMessages" }
        if value["Lines"] != nil { return "TimingData" }
        if value["CurrentLap"] != nil || value["TotalLaps"] != nil { return "LapCount" }
        if value["Remaining"] != nil { return "ExtrapolatedClock" }
        if value["Meeting"] != nil { return "SessionInfo" }
        let isDriver = value.members?.contains { Int($0.name) != nil && $0.value["RacingNumber"] != nil } ?? false
        return isDriver ? "DriverList" : ""
    }
}
