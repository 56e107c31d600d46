import FeatureKit
import FlagEngine

extension FlagError {
    /// The error message about a flag that can't be evaluated.
    func details(about key: String) -> String {
        let flag = "the flag \(Value.text(key).json)"
        return switch self {
        case .parseError: "\(flag) can't be evaluated: its targeting has an error; flagstand explain says which"
        case .targetingKeyMissing: "\(flag) needs a targetingKey in the context"
        case .typeMismatch: "\(flag) has another type"
        case .invalidContext: "\(flag) can't be evaluated for this context"
        case .flagNotFound: "there is no flag \(Value.text(key).json)"
        case .general:
            "\(flag) can't be evaluated: its targeting names no variant of it, or takes too much; "
                + "flagstand explain says which"
        }
    }
}
