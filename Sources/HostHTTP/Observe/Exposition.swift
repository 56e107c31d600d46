/// Metrics as Prometheus reads them: its text format, version 0.0.4.
struct Exposition {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private(set) var text = ""

    /// Writes a metric with its samples; without any it is left out.
    mutating func write(
        _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
    ) {
        guard !samples.isEmpty else { return }
        head(name, kind, help)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    /// Writes a metric with one sample without labels; nothing where the value is not known.
    mutating func write(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        write(name, kind, help, value.map { [([], $0)] } ?? [])
    }

    /// Writes a histogram.
    ///
    /// - Parameters:
    ///   - bounds: The upper bounds of the buckets.
    ///   - series: For each set of labels how many fell into each bucket and beyond all of them, and their sum.
    mutating func write(
        histogram name: String, _ help: String, bounds: [Double],
        _ series: [(labels: [(String, String)], counts: [UInt64], sum: Double)]
    ) {
        guard !series.isEmpty else { return }
        head(name, .histogram, help)
        for (labels, counts, sum) in series {
            var total: UInt64 = 0
            for (index, count) in counts.enumerated() {
                total &+= count
                let bound = index < bounds.count ? Self.number(bounds[index]) : "+Inf"
                line("\(name)_bucket", labels + [("le", bound)], Double(total))
            }
            line("\(name)_sum", labels, sum)
            line("\(name)_count", labels, Double(total))
        }
    }

    private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        text += name
        for (index, (label, value)) in labels.enumerated() {
            text += "\(index == 0 ? "{" : ",")\(label)=\"\(Self.escaped(value))\""
        }
        text += "\(labels.isEmpty ? "" : "}") \(Self.number(value))\n"
    }

    /// Whole numbers without a fraction, as people expect of counts.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x5C, 0x0A].contains($0) }) else { return text }
        return text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n", "\r\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }
}
