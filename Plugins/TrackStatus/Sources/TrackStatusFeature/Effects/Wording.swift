internal import FeatureKit
internal import Texts

/// What people are told in.
enum Language: String, CaseIterable, Shaped {
    case es, en, ca
}

/// What people read and hear, in one language.
struct Wording {
    let language: Language
    private let catalogue: TextCatalogue

    init(_ language: Language) throws(TextProblems) {
        self.language = language
        catalogue = try TextCatalogue([
            "es": PackageResources.es_txt, "en": PackageResources.en_txt, "ca": PackageResources.ca_txt,
        ])
    }

    /// What a mode is called.
    func title(_ mode: Mode) -> String { text("mode.\(mode.rawValue.lowercased())") }

    /// A text of the catalogue; its key where there is none, which a test rules out.
    func text(_ key: String, _ parameters: [String: TextParameter] = [:]) -> String {
        (try? catalogue.text(key, in: language.rawValue, parameters)) ?? key
    }
}
