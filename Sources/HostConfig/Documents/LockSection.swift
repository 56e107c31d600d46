import FeatureKit

/// What a document says of features that their `feature.yaml` locks: why one is switched off all the same.
enum LockSection {
    /// The key beside `enabled: false`.
    static let name = "force"
    /// The longest reason, in code points: as long as an operator's.
    static let longest = 500

    static let field = Field(
        name, .text(length: 1...longest), "Why it is switched off although it is locked.", optional: true)

    /// What a document says by `force` in a feature's section.
    enum Word: Equatable {
        /// Nothing: it is not there.
        case none
        /// Why the feature is switched off.
        case off(String)
        /// No reason at all.
        case blank
        /// It stands beside no `enabled: false` of the same document: a reason that another one gave is not a reason for
        /// this one.
        case idle
    }

    /// - Parameter section: A feature's, with the places of what it says.
    static func word(in section: Node) -> Word {
        // That it must not be empty the Shape says.
        guard let force = section.entry(name), let reason = force.value.writtenText, !reason.isEmpty else {
            return .none
        }
        guard !reason.isBlank else { return .blank }
        guard let enabled = section.entry("enabled"), case .scalar(let scalar) = enabled.value.content,
            scalar.value == false, enabled.keyMark.text == force.keyMark.text
        else { return .idle }
        return .off(reason)
    }
}

extension String {
    /// Whether it holds nothing that could be seen.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { character in
            let properties = character.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                || properties.generalCategory == .control
        }
    }
}
