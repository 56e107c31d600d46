/// Why a feature can't run in this process, for the one who looks at its state.
///
/// Where to mend it stands in the survey's diagnostics.
package enum Breakage: Sendable, Equatable {
    case illegible
    case unusable(LoadProblem)
    case clashing(LoadProblem)
    case unordered(Resolver.Problem)

    package var reason: String {
        switch self {
        case .illegible: "its feature.yaml can't be used"
        case .unusable(let problem): "its library can't be used: \(problem.message)"
        case .clashing(let problem): problem.message
        case .unordered(let problem): problem.message
        }
    }
}
