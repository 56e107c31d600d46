public import FeatureKit

/// The texts of a module for people: by key, in Spanish, English and as far as they go in other languages.
///
/// Each language is a file beside the module, as `TextFile` reads it. The module's target names it as a resource with
/// `.embedInCode("Texts/es.txt")`, and the module makes the catalogue when it starts:
/// `try TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt])`.
public struct TextCatalogue: Sendable {
    /// The languages that have every text; the first one is used where a person's language has none.
    public static let completeLanguages = ["es", "en"]

    /// One text in the languages that have it.
    private struct Entry: Sendable {
        var templates: [String: TextTemplate] = [:] {
            didSet { parameters = templates.values.reduce(into: [:]) { $0.merge($1.parameters) { $0 || $1 } } }
        }
        /// The parameters, and whether some language chooses by the number of each.
        private(set) var parameters: [String: Bool] = [:]

        /// How a template's parameters differ from those of the Spanish text.
        func difference(_ template: TextTemplate) -> TextProblem.Reason? {
            guard let wanted = templates[completeLanguages[0]]?.parameters else { return nil }
            let missing = wanted.keys.filter { template.parameters[$0] == nil }.sorted()
            let unknown = template.parameters.keys.filter { wanted[$0] == nil }.sorted()
            return missing + unknown == [] ? nil : .otherParameters(missing: missing, unknown: unknown)
        }
    }

    private var entries: [String: Entry] = [:]
    /// The languages that have some of the texts.
    public private(set) var languages: [String] = []

    /// Reads the files of the languages; throws everything that is wrong with them.
    public init(_ files: [String: [UInt8]]) throws(TextProblems) {
        var problems: [TextProblem] = []
        for (language, bytes) in files.sorted(by: { $0.key < $1.key }) {
            guard Self.isLanguage(language) else {
                problems.append(TextProblem(language, .notALanguage))
                continue
            }
            let file = TextFile(bytes, language)
            problems += file.problems
            for (key, template) in file.templates {
                entries[key, default: Entry()].templates[language.lowercased()] = template
            }
        }
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            for language in Self.completeLanguages where entry.templates[language] == nil {
                problems.append(TextProblem(language, key: key, .missing))
            }
            for (language, template) in entry.templates.sorted(by: { $0.key < $1.key }) {
                guard let reason = entry.difference(template) else { continue }
                problems.append(TextProblem(language, key: key, reason))
            }
        }
        guard problems.isEmpty else { throw TextProblems(problems: problems) }
        noteLanguages()
    }

    private mutating func noteLanguages() { languages = Set(entries.values.flatMap(\.templates.keys)).sorted() }

    /// What is wrong with texts that settings have in place of these, by key and language.
    ///
    /// - Parameter path: Where they are in the settings.
    public func problems(
        in replacements: [String: [String: String]], at path: ValuePath = ValuePath([.member("texts")])
    ) -> [SettingsProblem] {
        do throws(TextProblems) {
            _ = try replacing(replacements)
            return []
        } catch {
            return error.problems.map { problem in
                let key = path.member(problem.key ?? "")
                return SettingsProblem(
                    at: problem.reason == .unknownKey ? key : key.member(problem.language), problem.reason.description)
            }
        }
    }

    /// These texts with others in place of some, by key and language.
    public func replacing(_ replacements: [String: [String: String]]) throws(TextProblems) -> TextCatalogue {
        var catalogue = self
        var problems: [TextProblem] = []
        for (key, texts) in replacements.sorted(by: { $0.key < $1.key }) {
            guard let entry = entries[key] else {
                problems.append(TextProblem(texts.keys.min() ?? Self.completeLanguages[0], key: key, .unknownKey))
                continue
            }
            for (language, text) in texts.sorted(by: { $0.key < $1.key }) {
                do throws(TextProblem.Reason) {
                    guard Self.isLanguage(language) else { throw .notALanguage }
                    let template = try TextTemplate(checking: text[...])
                    if let reason = entry.difference(template) { throw reason }
                    catalogue.entries[key]?.templates[language.lowercased()] = template
                } catch { problems.append(TextProblem(language, key: key, error)) }
            }
        }
        guard problems.isEmpty else { throw TextProblems(problems: problems) }
        catalogue.noteLanguages()
        return catalogue
    }

    /// A text with its parameters, for a person's language such as `ca-ES`: in `ca-ES`, else in `ca`, else in Spanish.
    ///
    /// - Parameter isHTML: Whether the text is HTML, which may have markup of its own and has its parameters escaped.
    public func text(
        _ key: String, in language: String, _ parameters: [String: TextParameter] = [:], isHTML: Bool = false
    ) throws(TextError) -> String {
        guard let entry = entries[key] else { throw .unknownKey(key) }
        let wanted = entry.parameters
        if let unknown = parameters.keys.filter({ wanted[$0] == nil }).min() {
            throw .unknownParameter(unknown, key: key)
        }
        let wrong = wanted.lazy.filter { name, isNumber in
            guard let parameter = parameters[name] else { return true }
            if case .text = parameter { return isNumber }
            return false
        }
        if let name = wrong.map(\.key).min() {
            throw parameters[name] == nil ? .missingParameter(name, key: key) : .noNumber(name, key: key)
        }
        let name = language.lowercased()
        let names = [name, String(name.prefix { $0 != "-" })] + Self.completeLanguages
        guard let template = names.lazy.compactMap({ entry.templates[$0] }).first else { throw .unknownKey(key) }
        return template.text(parameters) { isHTML ? Self.escaped($0) : $0 }
    }

    /// The language whose texts somebody reads: of `ca-ES`, else of `ca`, else Spanish.
    public func language(near wanted: String) -> String {
        let name = wanted.lowercased()
        return [name, String(name.prefix { $0 != "-" })].first(where: languages.contains) ?? "es"
    }

    /// Whether a name is a language's, such as `es` or `ca-ES`.
    private static func isLanguage(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts[0].count >= 2
            && parts.allSatisfy { 1...8 ~= $0.count && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
