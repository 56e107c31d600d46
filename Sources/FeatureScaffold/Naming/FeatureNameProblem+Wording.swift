extension FeatureNameProblem: CustomStringConvertible {
    /// The problem as its reader is told.
    package var description: String {
        switch self {
        case .noTypeName(let text, let meant):
            "\"\(text)\" must be the name of a Swift type: letters and digits, a capital first, such as Parking"
                + (meant.map { "; did you mean \"\($0)\"?" } ?? "")
        case .tooLong(let text): "\"\(text)\" is longer than \(FeatureName.longest) letters"
        case .endsInFeature(let text, let meant):
            "\"\(text)\" says Feature, as every module will; did you mean \"\(meant)\"?"
        case .taken(let text, let owner): "\"\(text)\" \(owner); choose another name"
        }
    }
}

extension ReservedNames.Owner: CustomStringConvertible {
    /// What stands after the name.
    package var description: String {
        switch self {
        case .host: "is the host itself"
        case .kit: "is a type of the kit, which the feature uses"
        case .swift: "is a name of Swift or of its libraries"
        case .example: "is a type of the example that a new feature begins with"
        }
    }
}
