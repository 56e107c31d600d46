package import FeatureKit

/// A message of the trace, for people: `12:31:07.123  track.status  track#12  {"mode":"normal"}`.
package struct TraceLine: CustomStringConvertible {
    package let description: String

    /// Reads what an event of `/ops/v1/trace` tells.
    ///
    /// - Parameter event: The event's name; anything but a message is told as it is.
    package init(_ event: String, _ told: Value) {
        self.init(event, told, secondsFromUTC: TimeOfDay.secondsFromUTC())
    }

    init(_ event: String, _ told: Value, secondsFromUTC: Int) {
        guard let topic = told.text("topic") else {
            description = "\(event)  \(told.json)".onOneLine + "\n"
            return
        }
        let time = told.text("time").flatMap(Timestamp.init).map { TimeOfDay.text($0, secondsFromUTC: secondsFromUTC) }
        let source = "\(told.text("source") ?? "")#\(told.text("sequence") ?? "")"
        let parts = [time ?? told.text("time") ?? "-", topic, source, told["value"]?.json ?? ""]
        description = parts.joined(separator: "  ").onOneLine + "\n"
    }
}
