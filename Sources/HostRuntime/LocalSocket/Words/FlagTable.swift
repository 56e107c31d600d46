package import FeatureKit

/// The list of flags that the local socket answers, as text for people.
package enum FlagTable {
    /// The table of `flagstand flags`.
    package static func text(_ reply: Value) -> String {
        guard case .list(let flags)? = reply["flags"], !flags.isEmpty else { return "There are no flags.\n" }
        let names = ["key", "type", "default", "source", "owner", "expires"]
        return TextTable.text([names] + flags.map { flag in names.map { flag.text($0) ?? "" } })
    }
}
