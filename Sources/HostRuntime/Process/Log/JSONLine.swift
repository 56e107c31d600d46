@_spi(Hosting) internal import FeatureKit

/// A record as machines read it: one JSON object, with the fields beside the members that every line has.
enum JSONLine {
    private static let ownNames = ["time", "level", "feature", "message"]

    static func write(_ record: LogRecord, at time: Timestamp, to text: inout String) {
        let milliseconds = time.nanoseconds / 1_000_000
        let values = [
            "\(Timestamp(nanoseconds: milliseconds * 1_000_000))", "\(record.level)", record.feature, record.message,
        ]
        var names = Set(ownNames)
        var separator = "{"
        func write(_ name: String, _ value: String) {
            text += separator
            Value.write(name, to: &text)
            text += ":"
            Value.write(value, to: &text)
            separator = ","
        }
        for (name, value) in zip(ownNames, values) { write(name, value) }
        for (name, value) in record.fields {
            // Readers keep only one of two members with the same name.
            var free = name
            while !names.insert(free).inserted { free = "field.\(free)" }
            write(free, value)
        }
        text += "}\n"
    }
}
