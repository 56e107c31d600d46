package import FeatureKit

/// What a plan says, for people.
package enum ChangePlanText {
    /// The table of `flagstand plan`, from what `POST /ops/v1/config/plan` answers.
    package static func text(_ plan: Value) -> String {
        let moves = plan.list("features").map { [$0.text("move") ?? "", $0.text("id") ?? "", $0.text("why") ?? ""] }
        let definitions = plan.list("definitions").map { change in
            [change.text("subject") ?? "", change.text("name") ?? "", change.text("text") ?? ""]
        }
        let splits = plan.list("splits").map { ["split", $0.text("split") ?? "", $0.text("text") ?? ""] }
        let more = plan.text("more").flatMap { $0 == "0" ? nil : "and \($0) more\n" } ?? ""
        return TextTable.text(moves + definitions + splits) + more + "plan: \(verdict(plan))\n"
    }

    /// The line that sums it up.
    static func verdict(_ plan: Value) -> String { (plan.text("verdict") ?? "nothing changes").onOneLine }
}
