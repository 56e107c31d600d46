package import FeatureKit

/// The tokens of operators, for people.
package enum TokenTable {
    /// The table of what `GET /ops/v1/tokens` answers.
    ///
    /// - Parameter all: Whether invalid ones are listed, too.
    package static func text(_ reply: Value, all: Bool) -> String {
        let tokens = reply.list("tokens").filter { all || $0["counts"] == true }
        guard !tokens.isEmpty else {
            return all
                ? "There are no tokens.\n" : "There are no valid tokens; operators get in only over the local socket.\n"
        }
        return TextTable.text([["id", "name", "role", "made", "by", "until", "last used"]] + tokens.map(row))
    }

    /// What is printed beside a token that was made.
    package static func made(_ token: Value) -> String {
        let end = token.text("until").map { ", until \($0.timeToTheSecond)" } ?? ""
        return
            "\(token.text("name") ?? "") is \(token.text("id") ?? ""), \(token.text("role") ?? "")\(end); it is "
            + "shown only this once\n"
    }

    /// What is printed of a token that was revoked.
    package static func revoked(_ token: Value) -> String {
        "\(token.text("id") ?? "") (\(token.text("name") ?? "")) is revoked\n"
    }

    private static func row(_ token: Value) -> [String] {
        let made = token["made"] ?? .null
        let end =
            if let revoked = token["revoked"], let at = revoked.text("at") {
                "revoked \(at.timeToTheSecond)\(revoked.text("by").map { " by \($0)" } ?? "")"
            } else if token["lapsed"] == true {
                "expired \(token.text("until")?.timeToTheSecond ?? "")"
            } else { token.text("until")?.timeToTheSecond ?? "-" }
        let use = token["used"] ?? .null
        return [
            token.text("id") ?? "", token.text("name") ?? "", token.text("role") ?? "",
            made.text("at")?.timeToTheSecond ?? "", made.text("by") ?? "", end,
            use.text("at").map { "\($0.timeToTheSecond) from \(use.text("from") ?? "")" } ?? "never",
        ]
    }
}
