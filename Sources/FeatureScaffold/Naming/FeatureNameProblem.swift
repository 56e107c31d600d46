/// Why a feature can't have a name.
package enum FeatureNameProblem: Error, Sendable, Equatable {
    case noTypeName(String, meant: String?)
    case tooLong(String)
    case endsInFeature(String, meant: String)
    case taken(String, by: ReservedNames.Owner)
}
