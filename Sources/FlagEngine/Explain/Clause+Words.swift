@_spi(Hosting) internal import FeatureKit

extension Clause {
    /// What it asks for, in words that come after `wanted`.
    var words: String {
        let noCase = test.ignoresCase ? ", in any case of letters" : ""
        return switch test {
        case .eq, .eqNoCase, .in, .inNoCase: any + noCase
        case .not, .notIn, .notInNoCase: "anything but \(any)\(noCase)"
        case .contains, .containsNoCase: "something with \(any) in it\(noCase)"
        case .startsWith, .startsWithNoCase: "something that starts with \(any)\(noCase)"
        case .endsWith, .endsWithNoCase: "something that ends with \(any)\(noCase)"
        case .matches, .matchesNoCase: "something that matches \(any)\(noCase)"
        case .gt: "more than \(any)"
        case .gte: "\(any) or more"
        case .lt: "less than \(any)"
        case .lte: "\(any) or less"
        case .between: "from \(elements.joined(separator: " to "))"
        case .semverEq: "the version \(any)"
        case .semverGt: "a version after \(any)"
        case .semverGte: "the version \(any) or later"
        case .semverLt: "a version before \(any)"
        case .semverLte: "the version \(any) or earlier"
        case .semverCaret: "the version \(any) or later, of the same major version"
        case .semverTilde: "the version \(any) or later, of the same minor version"
        case .before: "a time before \(any)"
        case .after: "a time after \(any)"
        case .inCIDR: "an address in \(any)"
        case .exists: operand == .boolean(false) ? "nothing" : "anything"
        }
    }

    private var elements: [String] {
        if case .list(let list) = operand { list.map(\.json) } else { [operand.json] }
    }

    /// `"a", "b" or "c"`; of many only the first.
    private var any: String {
        let most = 8
        let elements = elements
        guard let last = elements.last else { return "one of nothing" }
        guard elements.count > 1 else { return last }
        guard elements.count <= most else {
            return elements.prefix(most).joined(separator: ", ") + " or \(elements.count - most) more"
        }
        return elements.dropLast().joined(separator: ", ") + " or \(last)"
    }
}

extension ClauseTest {
    fileprivate var ignoresCase: Bool {
        switch self {
        case .eqNoCase, .inNoCase, .notInNoCase, .containsNoCase, .startsWithNoCase, .endsWithNoCase,
            .matchesNoCase:
            true
        default: false
        }
    }
}
