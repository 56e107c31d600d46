@_spi(Hosting) import FeatureKit
internal import HostSystem

/// What a node is called, and what somebody may have meant by it, in all that is said about documents.
extension Node {
    /// What stands there, for a sentence that says what should.
    var inWords: String {
        guard case .scalar(let scalar) = content else { return value.kindInWords }
        switch scalar.value {
        case .text(let text): return "the text \(Printable.quoted(text))"
        case .null: return "nothing"
        default: return scalar.raw
        }
    }

    /// What somebody means who writes another language's truth.
    var meantTruth: String? {
        switch writtenText?.lowercased() {
        case "yes", "y", "on": "true"
        case "no", "n", "off": "false"
        default: nil
        }
    }

    /// A duration that lacks its unit, or holds blanks.
    var meantDuration: String? {
        guard let text = writtenText?.filter({ $0 != " " }), DurationText.parse(writtenText ?? "") == nil else {
            return nil
        }
        return [text, text + "s"].first { DurationText.parse($0) != nil }
    }
}
