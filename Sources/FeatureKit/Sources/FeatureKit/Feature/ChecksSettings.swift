/// A feature that checks its settings beyond each field's type and bounds.
///
/// It is a protocol of its own so that no process is started for features that check nothing.
public protocol ChecksSettings: Feature {
    /// Everything that is wrong with settings whose fields are valid one by one; empty where the settings can be used.
    ///
    /// It must use nothing but the settings: it runs in a process of its own whenever they change, even while the
    /// feature is off, and has little time and memory.
    static func problems(in settings: Settings) -> [SettingsProblem]
}

/// Why a feature can't run with its settings, all at once.
struct WrongSettings: Error, CustomStringConvertible {
    let problems: [SettingsProblem]
    var description: String { problems.map { "\($0.path): \($0.sentence)" }.joined(separator: "; ") }
}

/// What is wrong with one field of the settings: `SettingsProblem("admins", 2, "is no email address")`.
public struct SettingsProblem: Sendable, Hashable {
    /// The most characters of a sentence that are told.
    package static let longestSentence = 500
    /// The most problems that are told at a time.
    package static let most = 100

    /// Where the field is.
    public let path: ValuePath
    /// What is wrong there, as a sentence that continues after the field's name.
    public let sentence: String

    /// Describes a problem of a field.
    public init(_ field: String, _ sentence: String) { self.init(at: ValuePath([.member(field)]), sentence) }

    /// Describes a problem of an element of a list, counted from 0.
    public init(_ field: String, _ index: Int, _ sentence: String) {
        self.init(at: ValuePath([.member(field), .element(index)]), sentence)
    }

    /// Describes a problem anywhere in the settings.
    public init(at path: ValuePath, _ sentence: String) {
        self.path = path
        self.sentence = sentence
    }
}
