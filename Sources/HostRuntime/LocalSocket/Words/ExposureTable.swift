package import FeatureKit

/// Who was given what, for people.
package enum ExposureTable {
    /// The table of `flagstand flags --exposures`.
    ///
    /// - Parameters:
    ///   - flag: The flag that was asked about; nil for all of them.
    ///   - meant: What was probably meant by it.
    package static func text(_ exposures: [FlagExposure], of flag: String?, meant: String?) -> String {
        guard !exposures.isEmpty else {
            let subject = flag.map { " of \"\($0)\"" } ?? ""
            let hint = meant.map { "; did you mean \"\($0)\"?" } ?? "."
            return "There are no exposures\(subject)\(hint)".onOneLine + "\n"
        }
        let names = [["at", "flag", "variant", "reason", "key", "revision"]]
        return TextTable.text(
            names + exposures.map { ["\($0.at)", $0.flag, $0.variant, $0.reason, $0.key, "\($0.revision)"] })
    }
}
