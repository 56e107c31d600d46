@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    static let settings = ConformanceRule("settings", "refuses wrong settings") { subject in
        let shape = subject.feature.entry.settingsShape
        guard case .object(let fields) = shape.kind else {
            return ["its settings are \(shape.inWords); declare them as .object, so that unknown keys are refused"]
        }
        let defaults = defaultProblems(of: fields, at: ValuePath())
        // What the feature runs with, and all that could be set.
        let values = [subject.settings, shape.fullest].map(shape.completed)
        let mutations = values.flatMap { value in
            shape.problems(in: value).isEmpty ? shape.mutations(of: value) : []
        }
        return defaults + mutations.compactMap { problem(with: $0, shape) }
    }

    private static func problem(with mutation: ShapeMutation, _ shape: Shape) -> String? {
        let place = mutation.path.isRoot ? "the settings" : "settings.\(mutation.path)"
        let found = shape.problems(in: shape.completed(mutation.value))
        guard let first = found.first else { return "\(place) takes \(mutation.sentence); narrow its Shape" }
        guard found.contains(where: { $0.path == mutation.path }) else {
            return "\(place) refuses \(mutation.sentence) at another place: \(first)"
        }
        return nil
    }

    /// Defaults that a document could not say.
    private static func defaultProblems(of fields: [Field], at path: ValuePath) -> [String] {
        fields.flatMap { field -> [String] in
            let place = path.member(field.name)
            let own = field.defaultValue.map { field.shape.problems(in: field.shape.completed($0)) } ?? []
            let inner: [String] =
                if case .object(let fields) = field.shape.kind { defaultProblems(of: fields, at: place) } else { [] }
            return own.map { "the default of settings.\(place) is refused: \($0.message)" } + inner
        }
    }
}
