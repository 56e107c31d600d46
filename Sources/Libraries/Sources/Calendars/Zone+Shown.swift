public import FeatureKit

extension Zone {
    /// A moment as clocks there show it, without the zone: `2026-01-28T08:32:00`.
    public func shown(_ moment: Timestamp) -> String {
        String(moment.advanced(by: .seconds(offset(at: moment))).description.prefix(19))
    }

    /// Reads a moment as clocks there show it, such as `2026-01-28T08:32:00`; nil where it is no such text.
    public func moment(shown text: String) -> Timestamp? {
        guard text.utf8.count == 19, text.dropFirst(10).first == "T", let day = Day(String(text.prefix(10))),
            let shown = Timestamp(text + "Z"),
            let time = TimeOfDay(String(text.dropFirst(11).prefix(5)))
        else { return nil }
        return moment(day, time).advanced(by: .seconds(shown.seconds % 60))
    }
}
