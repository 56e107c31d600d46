/// How often something may happen, as a document writes it: `100/s`, `30/m`.
enum RateText {
    /// The most that anybody can mean, each second.
    static let most = 1_000_000.0

    private static let seconds: [Substring: Double] = ["s": 1, "m": 60, "h": 3_600]

    /// How often a second; nil for a text that is no rate.
    static func parse(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = seconds[parts[1]], !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int(parts[0]), count > 0, Double(count) / seconds <= most
        else { return nil }
        return Double(count) / seconds
    }
}
