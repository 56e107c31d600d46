/// Cookies as they are sent.
enum Cookies {
    /// The first value of a name.
    static func value(of name: String, in field: String?) -> String? {
        guard let field else { return nil }
        for pair in field.split(separator: ";") {
            let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if halves.count == 2, halves[0] == name { return String(halves[1]) }
        }
        return nil
    }
}
