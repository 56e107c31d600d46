@_spi(Hosting) internal import FeatureKit

/// A record as machines read it: one JSON object, with the fields beside the members that every line has.
enum JSONLine {
    private static let ownNames = ["time", "level", "feature", "message"]

    static func write(_ record: LogRecord, at time: Timestamp, to text: inout String) {
        let milliseconds = time.nanoseconds / 1_000_000
        text += "{\"time\":\"\(Timestamp(nanoseconds: milliseconds * 1_000_000))\",\"level\":\"\(record.level)\""
        write("feature", record.feature, to: &text)
        write("message", record.message, to: &text)
        let names = freeNames(record.fields)
        for (index, field) in record.fields.enumerated() { write(names?[index] ?? field.0, field.1, to: &text) }
        text += "}\n"
    }

    /// What the fields are called where two members would have one name, of which readers keep only one.
    private static func freeNames(_ fields: [(String, String)]) -> [String]? {
        // There are few, so that looking through them is quicker than keeping a set, and hardly ever is one doubled.
        let isDoubled = fields.indices.contains { index in
            ownNames.contains(fields[index].0) || fields[..<index].contains { $0.0 == fields[index].0 }
        }
        guard isDoubled else { return nil }
        var taken = Set(ownNames)
        return fields.map { name, _ in
            var free = name
            while !taken.insert(free).inserted { free = "field.\(free)" }
            return free
        }
    }

    private static func write(_ name: String, _ value: String, to text: inout String) {
        text += ","
        Value.write(name, to: &text)
        text += ":"
        Value.write(value, to: &text)
    }
}
