package import FeatureKit

/// What a feature finds wrong with its settings, which only its own code can tell.
package struct SettingsComplaint: Sendable, Equatable {
    package let feature: String
    /// Where in the settings.
    package let path: ValuePath
    package let sentence: String

    package init(_ feature: String, _ path: ValuePath, _ sentence: String) {
        self.feature = feature
        self.path = path
        self.sentence = sentence
    }

    /// Where in the document.
    var place: ValuePath {
        let settings = ValuePath([.member(HostDocumentCheck.features), .member(feature), .member("settings")])
        return ValuePath(settings.steps + path.steps)
    }
}
